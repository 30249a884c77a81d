internal import Logs
internal import Wire

/// The moments of one transfer, stamped where they happened; nil is what did not come to pass.
struct TransferStamps: Sendable {
    /// When the wait for a connection began.
    var queued: Instant
    /// When a connection slot was had and the transfer handed to the library.
    var admitted: Instant?
    /// When the socket was opened; nil on a connection that was there already.
    var connectStart: Instant?
    /// When the connection was ready for the request.
    var ready: Instant?
    var requestFirstByte: Instant?
    var requestLastByte: Instant?
    var responseFirstByte: Instant?
    var responseLastByte: Instant?
    /// Looking the name up, where that took any time.
    var nameLookup: Nanoseconds = 0
    /// Agreeing on encryption, the last part of opening a connection; 0 on one without.
    var handshake: Nanoseconds = 0

    init(queued: Instant) {
        self.queued = queued
    }

    /// Of a caller that waited for another one's transfer until `end`: no part of it was its own.
    init(waitedFrom queued: Instant, until end: Instant) {
        self.init(queued: queued)
        (requestFirstByte, requestLastByte, responseFirstByte, responseLastByte) = (end, end, end, end)
    }

    /// An exchange that is tried again on another connection begins anew.
    mutating func beginAgain() {
        ready = nil
        requestFirstByte = nil
        requestLastByte = nil
        responseFirstByte = nil
        responseLastByte = nil
    }

    /// Where the time from `queued` to `end` went: each phase ends where the next begins, and the one that was not
    /// left ends at `end`.
    func phases(until end: Instant) -> TransferPhases {
        var phases = TransferPhases()
        var last = queued
        /// The time since the phase before, up to `moment`, or all that is left where it never came.
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
