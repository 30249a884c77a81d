import LinuxIO
import Wire

/// The pump's clock.
///
/// If time passes while the pump works, every packet has its own reading. In virtual time it does not pass:
/// one reading is right for a whole turn, and more of them would only cost processor time.
struct TurnClock {
    private let clock: RunClock
    private var turn: Instant?

    init(_ clock: RunClock) {
        self.clock = clock
    }

    /// Fixes the time for the turn that begins now, until the next turn.
    mutating func beginTurn() {
        turn = clock.now()
    }

    @inline(__always)
    func now() -> Instant {
        if let turn { return turn }
        return clock.now()
    }
}
