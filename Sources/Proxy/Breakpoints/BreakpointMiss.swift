/// Why a message was not held at its breakpoint.
package enum BreakpointMiss: String, Hashable, Sendable {
    /// Its body is longer than what is held back.
    case tooLong
    /// As many others wait already as may.
    case tooMany
    /// Its body cannot be read from the cache.
    case unreadable
}
