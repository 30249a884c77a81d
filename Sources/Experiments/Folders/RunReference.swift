import LinuxIO

/// A run as an argument names it: its folder, or `last` for the newest.
package enum RunReference {
    private static let last = "last"
    private static let newest = ["captures/latest", "netlab-runs/latest"]

    /// The folder; a folder that is really called `last` wins.
    package static func folder(_ argument: String) throws(RunReferenceError) -> String {
        if Folder.exists(argument) { return try entered(argument) }
        if argument == last {
            if let path = newest.first(where: Folder.exists) { return try entered(path) }
            throw RunReferenceError(
                "last: error: no run has been made in this folder",
                advice: "netlab run dsl makes one"
            )
        }
        let isFile = WholeFile.exists(argument)
        throw RunReferenceError(
            "\(argument.isEmpty ? "''" : argument): error: "
                + (isFile ? "this is a file, not a run's folder" : "there is no such folder"),
            advice: "name a run's folder, or `last` for the newest"
        )
    }

    /// The folders of the runs that an argument names: the folder itself, or where it holds several runs theirs.
    package static func runs(_ argument: String) throws(RunReferenceError) -> [String] {
        runs(in: try folder(argument))
    }

    private static func runs(in folder: String) -> [String] {
        guard !WholeFile.exists("\(folder)/result.json"), let names = try? Folder.names(in: folder) else {
            return [folder]
        }
        let numbered = names.filter { name in
            !name.isEmpty && name.allSatisfy(\.isNumber) && Folder.exists("\(folder)/\(name)")
        }
        return numbered.isEmpty ? [folder] : numbered.sorted().map { "\(folder)/\($0)" }
    }

    /// True where this names a run and no capture: a folder, or `last` where there is no file of that name.
    package static func isMeant(by argument: String) -> Bool {
        Folder.exists(argument) || argument == last && !WholeFile.exists(argument)
    }

    /// What may not be entered must not pass for empty.
    private static func entered(_ folder: String) throws(RunReferenceError) -> String {
        do {
            _ = try Folder.files(in: folder)
            return folder
        } catch {
            throw RunReferenceError(
                "\(folder): error: this folder cannot be read: \(error)",
                advice: "runs belong to who made them: ask as that user"
            )
        }
    }
}
