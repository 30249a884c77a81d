import Experiments
import LinkModel

/// What an argument may be, as far as that is known before it is typed.
struct KnownValues: Hashable, Sendable {
    /// Names in the file system that an argument may be, besides the words.
    enum Paths: String, Hashable, Sendable {
        case files, folders, programs
    }

    var words: [String] = []
    var paths: Paths?

    static let unknown = KnownValues()
    static let files = KnownValues(paths: .files)
    static let folders = KnownValues(paths: .folders)
    static let programs = KnownValues(paths: .programs)
    static let scenarios = KnownValues(words: BundledScenarios.names, paths: .files)
    static let sweeps = KnownValues(words: BundledSweeps.names + BundledScenarios.names, paths: .files)
    static let profiles = KnownValues(words: LinkCatalogue.spellings)
    /// Runs, and captures beside them.
    static let runs = KnownValues(words: [RunReference.last], paths: .files)

    /// Exactly one of these words.
    static func one(of words: [String]) -> KnownValues {
        KnownValues(words: words)
    }

    /// What an option's value is, by its name in the help.
    static func named(_ value: String) -> KnownValues {
        switch value {
        case "FILE", "FILE|NUMBER": .files
        case "DIR": .folders
        case "PROFILE": .profiles
        case "SCENARIO": .scenarios
        case "RUN": .runs
        default: .unknown
        }
    }
}
