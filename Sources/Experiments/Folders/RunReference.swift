import LinuxIO
import Testbed

/// A run named by an argument: its folder, or `last` for the newest that was made from this working folder.
package enum RunReference {
    /// The name of the newest run.
    package static let last = "last"
    private static var newest: [String] { RunFolderPlaces.all.map { "\($0)/latest" } }

    /// The run's folder. A folder that is actually called `last` takes precedence.
    package static func folder(_ argument: String) throws(RunReferenceError) -> String {
        if Folder.exists(argument) { return try entered(argument) }
        if argument == last {
            if let path = newestRun { return try entered(path) }
            throw RunReferenceError(
                "last: error: this folder has no runs",
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

    /// The path that an argument stands for: the newest run's if it is `last`. What names nothing stays as it is.
    package static func resolved(_ argument: String) -> String {
        guard argument == last, !WholeFile.exists(argument) else { return argument }
        return newestRun ?? argument
    }

    /// The capture that an argument stands for: the newest one of a command behind a line if it is `last`, and no newer run
    /// was made from this working folder; else nil.
    package static func capture(_ argument: String) -> String? {
        guard argument == last, !WholeFile.exists(argument), case .capture(let path)? = MadeRuns().newest()
        else { return nil }
        let begun = newest.first(where: Folder.exists).flatMap { FileStatus($0) }
        return (begun?.modified ?? 0) > (FileStatus(path)?.modified ?? 0) ? nil : path
    }

    /// The one that was noted, wherever it is, unless a newer one has begun where runs go that nobody gave a folder.
    private static var newestRun: String? {
        let begun = newest.first(where: Folder.exists)
        guard let noted = MadeRuns().last() else { return begun }
        let (link, folder) = (begun.flatMap { FileStatus($0) }, FileStatus(noted))
        return (link?.modified ?? 0) > (folder?.modified ?? 0) ? begun : noted
    }

    /// The folders of all runs that an argument names: the folder itself, or its numbered subfolders if it
    /// holds several runs.
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

    /// True if the argument names a run rather than a capture: a folder, or `last` unless a file has that
    /// name.
    package static func isMeant(by argument: String) -> Bool {
        Folder.exists(argument) || argument == last && !WholeFile.exists(argument)
    }

    /// Checks that the folder is readable, so that a forbidden folder does not look empty.
    private static func entered(_ folder: String) throws(RunReferenceError) -> String {
        do {
            _ = try Folder.files(in: folder)
            return folder
        } catch {
            throw RunReferenceError(
                "\(folder): error: this folder cannot be read: \(error)",
                advice: "a run belongs to the user who made it: run netlab as that user"
            )
        }
    }
}
