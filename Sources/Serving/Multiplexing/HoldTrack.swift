import HTTP2
import Wire

/// Notes when the client's windows keep a response from being sent. It reads no clock.
struct HoldTrack {
    /// Later ones of one response are not noted.
    private static let most = 4096

    private(set) var holds: [ServedHold] = []
    private var open: (start: Instant, window: HTTP2ClosedWindow)?

    /// Nothing more may be sent from now on.
    mutating func begin(_ window: HTTP2ClosedWindow, at now: Instant) {
        if open == nil { open = (now, window) }
    }

    /// Something is sent, or the response is given up.
    mutating func end(at now: Instant) {
        guard let hold = open else { return }
        open = nil
        guard now > hold.start, holds.count < Self.most else { return }
        holds.append(
            ServedHold(
                start: hold.start,
                end: now,
                isOfConnection: hold.window.isOfConnection,
                window: hold.window.size
            )
        )
    }
}
