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

    /// The same with TLS as a part of the connection. Some tools count it apart from the connection: then the phases
    /// only add up to the stated time together with it.
    func withTLSInConnection(of duration: Nanoseconds?) -> ArchiveTimings {
        guard let duration, let secure, secure > 0 else { return self }
        guard (total + secure - duration).magnitude < (total - duration).magnitude else { return self }
        var timings = self
        timings.connect = (connect ?? 0) + secure
        return timings
    }

    /// TLS is within the connection.
    package var total: Nanoseconds {
        [blocked, lookup, connect, send, wait, receive].reduce(0) { $0 + ($1 ?? 0) }
    }
}
