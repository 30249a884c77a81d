import Experiments
import LinkModel

/// What an argument may be, as far as that is known before it is typed.
package struct KnownValues: Hashable, Sendable {
    /// Names in the file system that an argument may be, besides the words.
    package enum Paths: String, Hashable, Sendable {
        case files, folders, programs
    }

    package var words: [String] = []
    package var paths: Paths?

    package static let unknown = KnownValues()
    package static let files = KnownValues(paths: .files)
    package static let folders = KnownValues(paths: .folders)
    package static let programs = KnownValues(paths: .programs)
    package static let scenarios = KnownValues(words: BundledScenarios.names, paths: .files)
    package static let sweeps = KnownValues(
        words: BundledSweeps.names + BundledScenarios.names,
        paths: .files
    )
    package static let profiles = KnownValues(words: LinkCatalogue.spellings)
    /// Runs, and captures beside them.
    package static let runs = KnownValues(words: [RunReference.last], paths: .files)

    /// Exactly one of these words.
    package static func one(of words: [String]) -> KnownValues {
        KnownValues(words: words)
    }

    /// What an option's value is, by its name in the help.
    package static func named(_ value: String) -> KnownValues {
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
