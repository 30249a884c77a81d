import Experiments
import LinuxIO

/// Finds scenarios by path, on standard input, or by the bare name of a bundled one.
package enum ScenarioLibrary {
    /// More than any scenario needs; the loader reports longer files.
    private static let mostBytes = 16 << 20

    /// A scenario's text, and its name in diagnostics.
    package struct Source: Hashable {
        package var file: String
        package var text: [UInt8]
    }

    /// Reads a scenario. A file in the working folder takes precedence over a bundled scenario of the same
    /// name.
    package static func read(_ argument: String) throws(CommandFailure) -> Source {
        try read(argument, among: BundledScenarios.texts)
    }

    /// Reads a sweep, or a scenario.
    package static func readSweep(_ argument: String) throws(CommandFailure) -> Source {
        try read(argument, among: BundledScenarios.texts.merging(BundledSweeps.texts) { first, _ in first })
    }

    private static func read(_ argument: String, among bundled: [String: [UInt8]]) throws(CommandFailure)
        -> Source
    {
        if argument == "-" || WholeFile.exists(argument) { return try read(file: argument) }
        let bare = argument.hasSuffix(".yaml") ? String(argument.dropLast(5)) : argument
        guard let text = bundled[bare] else { throw missing(argument, bare, bundled.keys.sorted()) }
        return Source(file: "\(bare).yaml", text: text)
    }

    private static func read(file: String) throws(CommandFailure) -> Source {
        let shown = file == "-" ? "<stdin>" : file
        if Folder.exists(file) {
            throw CommandFailure.invalidFile("\(shown): error: this is a folder: name a scenario file in it")
        }
        do {
            return Source(file: shown, text: try WholeFile.read(file, limit: mostBytes))
        } catch {
            throw CommandFailure.invalidFile("\(shown): error: the file could not be read: \(error.reason)")
        }
    }

    private static func missing(_ argument: String, _ bare: String, _ names: [String]) -> CommandFailure {
        if BundledSweeps.names.contains(bare) {
            return .invalidFile(
                "\(argument): error: this is a sweep of many runs, not a scenario",
                advice: "netlab sweep run \(bare) --out DIR"
            )
        }
        let message = "\(argument): error: there is no such file, and no bundled scenario of that name"
        let nearest = argument.nearest(among: names)
        return .invalidFile(
            message,
            advice: nearest.map { "did you mean `\($0)`?" } ?? "netlab scenarios lists the bundled ones"
        )
    }
}
