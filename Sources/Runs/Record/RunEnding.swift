/// How a run came to its end.
package enum RunEnding: Hashable, Sendable {
    case completed
    case interrupted
    /// Something broke: what, and on what.
    case failed(String)
}
