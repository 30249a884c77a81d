/// How a run ended.
package enum RunEnding: Hashable, Sendable {
    case completed
    case interrupted
    /// Something broke; the text says what and where.
    case failed(String)
}
