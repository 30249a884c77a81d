package import Runs

/// A file of a run's folder that cannot be used as the run wrote it.
package enum FolderFault: Hashable, Sendable {
    case absent(file: String)
    /// `why` is the system's or the parser's word.
    case unreadable(file: String, why: String)
    case damaged(file: String, why: String)
    /// The resolved scenario is no longer valid.
    case noScenario
    case empty(Artifact)
    /// A log that does not begin with the schema.
    case foreign(Artifact, schema: String)
    /// Lines of a log that are no entries of it.
    case foreignLines(Artifact, count: Int)
}
