import LinkModel
import Wire

/// One direction of a line that a single client has.
struct OwnLine {
    /// nil once the client has given the line back. The line then carries the packets that began on it, and ends.
    var client: LineClient?
    private(set) var model: DirectionModel
    /// Packets and copies without an outcome.
    private var undecided = 0

    init(of client: LineClient, _ model: DirectionModel) {
        self.client = client
        self.model = model
    }

    /// True if nobody needs it any more.
    var isOver: Bool { client == nil && undecided == 0 }

    mutating func admit(_ packet: LinkPacket, at arrival: Instant) -> Int {
        let copies = model.admit(packet, at: arrival)
        undecided += copies
        return copies
    }

    mutating func next(upTo now: Instant) -> LinkOutcome? {
        var outcome = model.next(upTo: now)
        if outcome == nil, isStuck {
            model.change(to: .unlimited, at: now)
            outcome = model.next(upTo: now)
        }
        if outcome != nil { undecided -= 1 }
        return outcome
    }

    /// A line that stands still for good would keep its last packets, and with them their memory.
    private var isStuck: Bool { client == nil && undecided > 0 && model.nextDeadline == nil }

    mutating func change(to link: LinkParameters, at now: Instant) {
        model.change(to: link, at: now)
    }
}
