package import Wire

/// A time in which the client's windows kept a response from being sent (HTTP/2's flow control).
package struct ServedHold: Hashable, Sendable {
    package var start: Instant
    package var end: Instant
    /// False if it was the stream's own window.
    package var isOfConnection: Bool
    /// The most that the client allowed on its way at once, in bytes.
    package var window: Int
}
