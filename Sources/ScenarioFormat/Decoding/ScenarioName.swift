import Scenarios

/// The name of a scenario, or of a sweep: folders are named after it.
enum ScenarioName {
    /// The one that its `name` says; nil if it says none.
    static func read(_ section: Section) -> String? {
        guard let node = section["name"], let name = section.values.text(node, "name") else { return nil }
        let isWord = name.unicodeScalars.allSatisfy { isAllowed($0) }
        if !isWord || name.hasPrefix(".") || name.hasPrefix("-") || name.isEmpty
            || name.count > ScenarioLimits.nameLength
        {
            section.log.report(
                "\(name.quoted) cannot name a \(section.title): use at most \(ScenarioLimits.nameLength) letters, digits, - . and _, "
                    + "beginning with a letter or digit (a folder is named after it)",
                at: node.span
            )
        }
        return name
    }

    /// The default: its file's, without folders and extension.
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
