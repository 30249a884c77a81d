import Glibc
import LinkModel
import LinuxIO
import Wire

@testable import LinkEngine

/// A lane between two pairs of local sockets, each datagram a packet. It needs no rights, and its output can
/// be filled up. Time is the clock's own, and nothing waits for it.
final class LaneBench {
    let clock = RunClock()
    var lane: PacketLane
    let flows = FlowRegister()
    var report = EngineReport(logCapacity: 1000)
    /// The hosts' ends.
    let sender: OwnedDescriptor
    let receiver: OwnedDescriptor
    private let source: OwnedDescriptor
    private let destination: OwnedDescriptor

    init(_ link: LinkParameters, slots: Int = 64) throws {
        let (first, second) = try (Self.pair(), Self.pair())
        sender = OwnedDescriptor(owning: first.0)
        receiver = OwnedDescriptor(owning: second.1)
        source = OwnedDescriptor(owning: first.1)
        destination = OwnedDescriptor(owning: second.0)
        lane = PacketLane(
            .up,
            from: first.1,
            to: second.0,
            headerBytes: 0,
            models: LaneModels(link, .up, seed: 1),
            pool: PacketPool(slots: slots, largestFrame: 1500)
        )
    }

    private static func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue)
        try systemCall("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        return (ends[0], ends[1])
    }

    /// False if there is no room for it.
    func send(_ packet: [UInt8]) -> Bool {
        write(sender.raw, packet, packet.count) == packet.count
    }

    /// nil if nothing has arrived.
    func receive() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 2000)
        let count = read(receiver.raw, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes[..<count])
    }

    var isFull: Bool { lane.isFull }
    var blockage: (since: Instant, retry: Instant)? { lane.blockage }

    func take(until deadline: Instant? = nil) throws -> Bool {
        try lane.take(until: deadline, TurnClock(clock), flows, &report)
    }

    func sendDue() -> Bool {
        lane.sendDue(TurnClock(clock), &report)
    }

    func carry() throws -> Bool {
        try lane.carry(until: nil, TurnClock(clock), flows, &report)
    }

    /// A decision as by a model that alters packets.
    func decide(_ slot: Int, logIndex: Int?, _ alterations: LinkAlterations, wrongBit: UInt32 = 0) {
        var decision = LinkDecision(fate: .delivered, serviceStart: .zero, serviceEnd: .zero, due: .zero)
        decision.alterations = alterations
        decision.wrongBit = wrongBit
        lane.departures.add(Departure(decision, slot: slot, logIndex: logIndex), at: decision.due)
    }

    /// Puts a packet into a slot as if it had been read, to be sent `copies` times.
    func place(_ packet: [UInt8], copies: Int = 1) throws -> Int {
        guard let room = lane.pool.room() else { throw SystemCallError("room", errno: ENOMEM) }
        room.copyBytes(from: packet)
        return lane.pool.take(length: packet.count, copies: copies, logIndex: nil)
    }
}
