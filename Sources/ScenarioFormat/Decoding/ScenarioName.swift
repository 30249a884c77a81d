import Scenarios

/// The default name of a scenario: its file's, without folders and extension.
enum ScenarioName {
    static func from(file: String) -> String {
        let base = file.split(separator: "/").last.map(String.init) ?? ""
        var name = base
        for ending in [".yaml", ".yml"] where name.hasSuffix(ending) && name.count > ending.count {
            name.removeLast(ending.count)
        }
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars.prefix(ScenarioLimits.nameLength) {
            scalars.append(isAllowed(scalar) ? scalar : "-")
        }
        let trimmed = String(scalars).drop { $0 == "-" || $0 == "." }
        return trimmed.isEmpty ? "scenario" : String(trimmed)
    }

    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "-._".unicodeScalars.contains(scalar)
    }
}
