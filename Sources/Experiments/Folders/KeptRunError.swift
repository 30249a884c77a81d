package import Runs

/// Why a folder does not hold a run as it was recorded.
package struct KeptRunError: Error, Hashable, Sendable {
    package enum Fault: Hashable, Sendable {
        /// Neither a record nor a result is there.
        case noRun
        /// A result is there, made by this version of netlab, and no record.
        case noRecord(netlab: String)
        case absent(file: String)
        /// `why` is the system's word, or the parser's.
        case unreadable(file: String, why: String)
        case otherVersion(file: String, schema: String)
        /// Lines of a log that are no entries of it.
        case foreignLines(Artifact, count: Int)
        /// A log that has another number of entries than the run wrote.
        case entries(Artifact, found: Int, written: Int)
        /// A value of the record that no run has, at this place.
        case impossible(file: String, place: String)
        /// The scenario in the folder is not the one that the run had.
        case otherScenario
    }

    package let folder: String
    package let fault: Fault

    /// Begins with the folder.
    package var message: String { "\(folder): error: \(words)" }

    /// What to do about it.
    package var advice: String {
        switch fault {
        case .noRun: "netlab run dsl makes a run"
        case .otherVersion: "the version of netlab that made the run reads it"
        case .absent(Artifact.resolvedScenario.fileName), .otherScenario:
            "netlab run \(folder)/\(Artifact.scenario.fileName) makes the run again"
        default: "netlab run \(folder)/\(Artifact.resolvedScenario.fileName) makes the run again"
        }
    }

    private var words: String {
        switch fault {
        case .noRun: "this folder holds no run"
        case .noRecord(let netlab):
            "\(RunRecord.fileName) is missing: it was removed, or netlab \(netlab), which made this run, "
                + "did not write it yet"
        case .absent(let file): "\(file) is missing, and the analysis needs everything that the run recorded"
        case .unreadable(let file, let why): "\(file) cannot be read: \(why)"
        case .otherVersion(let file, let schema):
            "\(file) does not begin with \(schema): another version wrote it"
        case .foreignLines(let log, 1):
            "one line of \(log.fileName) is not a valid entry: the file was changed"
        case .foreignLines(let log, let count):
            "\(count) lines of \(log.fileName) are not valid entries: the file was changed"
        case .entries(let log, let found, let written):
            "\(log.fileName) has \(found) of the \(written) entries that the run recorded: the file was changed"
        case .impossible(let file, let place):
            "\(file) has a value at \(place) that no run writes: it was changed"
        case .otherScenario:
            "\(Artifact.resolvedScenario.fileName) is not the scenario of this run: it was changed, or a "
                + "file that it names was"
        }
    }
}
