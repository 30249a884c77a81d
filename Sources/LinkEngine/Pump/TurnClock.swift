import LinuxIO
import Wire

/// The time as the pump takes it.
///
/// On a machine whose time goes on while the pump works, every packet has a reading of its own. Where it stands still
/// meanwhile, one reading is right for all that a turn does, and each more would be what takes time.
struct TurnClock {
    private let clock: RunClock
    private var turn: Instant?

    init(_ clock: RunClock) {
        self.clock = clock
    }

    /// From now on time is as it is now, until the next turn begins.
    mutating func beginTurn() {
        turn = clock.now()
    }

    @inline(__always)
    func now() -> Instant {
        if let turn { return turn }
        return clock.now()
    }
}
