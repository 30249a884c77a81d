import LinkModel
import LinuxIO
import Wire

/// Both directions in turn: if neither has much to do, one thread is more precise than two.
struct LanePair: ~Copyable {
    private var up: PacketLane
    private var down: PacketLane

    init(up: consuming PacketLane, down: consuming PacketLane) {
        self.up = up
        self.down = down
    }
}

extension LanePair: LineLoad {
    func join(_ poller: borrowing Poller) throws(SystemCallError) {
        try up.join(poller)
        try down.join(poller)
    }

    mutating func carry(
        _ clock: TurnClock,
        _ flows: FlowRegister,
        _ report: inout EngineReport
    ) throws(SystemCallError) -> Bool {
        let first = try up.carry(until: down.nextDeadline, clock, flows, &report)
        let second = try down.carry(until: up.nextDeadline, clock, flows, &report)
        return first || second
    }

    var nextDeadline: Instant? {
        .earliest(up.nextDeadline, down.nextDeadline)
    }

    mutating func change(_ order: LineOrder, at now: Instant, _ report: inout EngineReport) {
        up.change(order, at: now, &report)
        down.change(order, at: now, &report)
    }

    mutating func watchSending(_ hosts: HostPair) {
        up.watchSending(hosts)
        down.watchSending(hosts)
    }

    mutating func fallAsleep(_ poller: borrowing Poller) throws(SystemCallError) {
        try up.fallAsleep(poller)
        try down.fallAsleep(poller)
    }

    mutating func readOnlyWhenReported() {
        up.readOnlyWhenReported()
        down.readOnlyWhenReported()
    }

    mutating func woke(by events: [PollEvent]) {
        up.woke(by: events)
        down.woke(by: events)
    }

    mutating func noteClockWakeUp() {
        up.noteClockWakeUp()
        down.noteClockWakeUp()
    }

    func missed(_ hosts: HostPair) throws(SystemCallError) -> Int {
        try up.missed(hosts) + down.missed(hosts)
    }
}
