package import Wire

/// The phases of an exchange; nil for those that did not occur.
package struct ArchiveTimings: Hashable, Sendable {
    package var blocked: Nanoseconds?
    package var lookup: Nanoseconds?
    /// Includes TLS.
    package var connect: Nanoseconds?
    package var secure: Nanoseconds?
    package var send: Nanoseconds?
    package var wait: Nanoseconds?
    package var receive: Nanoseconds?

    package init() {}

    /// TLS is within the connection.
    package var total: Nanoseconds {
        [blocked, lookup, connect, send, wait, receive].reduce(0) { $0 + ($1 ?? 0) }
    }
}
