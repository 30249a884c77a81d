internal import Logs
internal import Wire

/// Moments of one transfer, stamped where they happened; nil if they did not happen.
struct TransferStamps: Sendable {
    /// When the wait for a connection began.
    var queued: Instant
    /// When the transfer got a connection slot and was handed to libcurl.
    var admitted: Instant?
    /// When the socket was opened; nil on a reused connection.
    var connectStart: Instant?
    /// When the connection was ready for the request.
    var ready: Instant?
    var requestFirstByte: Instant?
    var requestLastByte: Instant?
    var responseFirstByte: Instant?
    var responseLastByte: Instant?
    /// Duration of the name lookup, if it took any time.
    var nameLookup: Nanoseconds = 0
    /// Duration of the TLS handshake, the last part of opening a connection; 0 without encryption.
    var handshake: Nanoseconds = 0

    init(queued: Instant) {
        self.queued = queued
    }

    /// Stamps of a caller that shared another one's transfer until `end`: no part of it was its own.
    init(waitedFrom queued: Instant, until end: Instant) {
        self.init(queued: queued)
        (requestFirstByte, requestLastByte, responseFirstByte, responseLastByte) = (end, end, end, end)
    }

    /// Clears the stamps of an exchange that is retried on another connection.
    mutating func beginAgain() {
        ready = nil
        requestFirstByte = nil
        requestLastByte = nil
        responseFirstByte = nil
        responseLastByte = nil
    }

    /// Splits the time from `queued` to `end` into phases: each ends where the next begins, and an unfinished
    /// phase ends at `end`.
    func phases(until end: Instant) -> TransferPhases {
        var phases = TransferPhases()
        var last = queued
        /// Time from the previous phase to `moment`, or all remaining time if that is nil.
        func lap(_ moment: Instant?) -> Nanoseconds {
            let next = max(last, min(moment ?? end, end))
            defer { last = next }
            return next - last
        }
        if connectStart != nil {
            let before = lap(connectStart)
            phases.dns = min(nameLookup, before)
            phases.blocked = before - phases.dns
            let opening = lap(ready)
            phases.tls = min(handshake, opening)
            phases.connect = opening - phases.tls
        } else {
            phases.blocked = lap(requestFirstByte)
        }
        phases.request = lap(requestLastByte)
        phases.wait = lap(responseFirstByte)
        phases.receive = lap(responseLastByte)
        return phases
    }
}
