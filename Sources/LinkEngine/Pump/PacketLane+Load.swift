import LinkModel
import LinuxIO
import Wire

/// One direction alone, if each has enough work for its own thread.
extension PacketLane: LineLoad {
    func join(_ poller: borrowing Poller) throws(SystemCallError) {
        try poller.add(source, .read, token: UInt64(source))
    }

    mutating func carry(
        _ clock: TurnClock,
        _ flows: FlowRegister,
        _ report: inout EngineReport
    ) throws(SystemCallError) -> Bool {
        try carry(until: nil, clock, flows, &report)
    }

    mutating func change(to link: LinkParameters, at now: Instant, _ report: inout EngineReport) {
        settle(upTo: now, &report)
        model.change(to: link, at: now)
    }

    mutating func fallAsleep(_ poller: borrowing Poller) throws(SystemCallError) {
        if isRead == isFull {
            isRead.toggle()
            try poller.modify(source, isRead ? .read : [], token: UInt64(source))
        }
        try expectStamps()
    }

    mutating func readOnlyWhatIsTold() {
        waitsToBeTold = true
    }

    mutating func woke(by events: [PollEvent]) {
        if events.contains(where: { $0.token == UInt64(source) }) { mayHavePackets = true }
    }

    func missed(_ hosts: HostPair) throws(SystemCallError) -> Int {
        try hosts.missedPackets(direction)
    }
}
