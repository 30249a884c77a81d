import Experiments
import LinuxIO
import Programs

/// What to serve, from the words on the command line.
enum ServeSubject: Hashable {
    case fixtures
    case folder(String)
    case scenario(String)

    init(_ names: [String]) throws(CommandFailure) {
        guard names.count <= 1 else {
            throw CommandFailure(.wrongUsage, "netlab serve takes one folder or scenario, not \(names.count)")
        }
        guard let name = names.first else {
            self = .fixtures
            return
        }
        // An unset shell variable, for example, expands to an empty name.
        if name.isEmpty {
            throw CommandFailure(
                .wrongUsage,
                "the folder or scenario to serve has an empty name",
                advice: "netlab serve . serves this folder, netlab serve alone only images"
            )
        }
        if Folder.exists(name) {
            self = .folder(name)
        } else if name == "-" || Self.isScenario(name) {
            self = .scenario(name)
        } else if WholeFile.exists(name) {
            throw CommandFailure.invalidFile(
                "\(name): error: this is a file, but not a scenario (.yaml)",
                advice: "to serve it, name its folder: netlab serve \(Self.folder(of: name))"
            )
        } else {
            throw Self.missing(name)
        }
    }

    private static func isScenario(_ name: String) -> Bool {
        let isYAML = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
        if WholeFile.exists(name) { return isYAML }
        return BundledScenarios.names.contains(isYAML ? String(name.dropLast(5)) : name)
    }

    private static func folder(of file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    private static func missing(_ name: String) -> CommandFailure {
        let nearest = name.contains("/") ? nil : name.nearest(among: BundledScenarios.names)
        return .invalidFile(
            "\(name): error: there is no such folder, and no scenario of that name",
            advice: nearest.map { "did you mean the scenario `\($0)`?" }
                ?? "netlab serve . serves this folder, netlab scenarios lists the bundled scenarios"
        )
    }
}
