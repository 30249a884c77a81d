import LinkModel
import LinuxIO
import Runs
import Testing
import Wire

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct PacketLaneTests {
    private static let open = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
    /// One packet takes an hour.
    private static let slow = LinkParameters(
        down: DirectionParameters(),
        up: DirectionParameters(rateBps: 1, queue: .packets(1000))
    )

    /// An IPv4 header with a correct checksum, and some data after it.
    private static let packet: [UInt8] = [
        0x45, 0x02, 0x00, 0x1C, 0x00, 0x01, 0x00, 0x00, 0x40, 0x11, 0xEA, 0xAC,
        0xC6, 0x12, 0x00, 0x01, 0xC6, 0x12, 0x00, 0x02, 1, 2, 3, 4, 5, 6, 7, 8,
    ]

    @Test func `packets leave in order and are all logged`() throws {
        let bench = try LaneBench(Self.open)
        for number in UInt8(0)..<20 { #expect(bench.send([0x45, number])) }
        while try bench.carry() {}
        for number in UInt8(0)..<20 { #expect(bench.receive() == [0x45, number]) }
        #expect(bench.receive() == nil)
        #expect(bench.report.log.count == 20)
        let log = bench.report.log
        #expect(log.allSatisfy { entry in entry.departure.map { $0 >= entry.decision.due } ?? false })
    }

    @Test func `a full lane stops reading without loss and resumes when there is space`()
        throws
    {
        let bench = try LaneBench(Self.slow, slots: 4)
        for number in UInt8(0)..<10 { #expect(bench.send([0x45, number])) }
        while try bench.take() {}
        #expect(bench.isFull)
        #expect(bench.report.log.count == 4)
        // The line is no longer stopped.
        bench.lane.models.change(.shared(Self.open), at: Instant(nanoseconds: 1 << 50))
        bench.lane.settle(upTo: Instant(nanoseconds: 1 << 51), &bench.report)
        var copy = bench.lane.departures
        while let departure = copy.first {
            copy.removeFirst()
            bench.lane.pool.release(departure.item.slot)
        }
        bench.lane.departures = copy
        #expect(!bench.isFull)
        let taken = try bench.take()
        #expect(taken)
        #expect(bench.report.log.count == 8)
        #expect(bench.report.droppedWrites == 0)
    }

    @Test func `a packet for a full destination keeps its turn until there is space`()
        throws
    {
        let bench = try LaneBench(Self.open, slots: 4096)
        bench.lane.patience = 1 << 60
        // More than the receiver's socket can hold.
        var sent = 0
        for _ in 0..<2000 {
            let tag = [UInt8(sent >> 8), UInt8(sent & 255)]
            if bench.send([0x45] + tag + [UInt8](repeating: 0, count: 1000)) { sent += 1 }
            while try bench.carry() {}
        }
        #expect(bench.blockage != nil)
        #expect(bench.report.droppedWrites == 0)
        let deadline = bench.lane.nextDeadline
        #expect(deadline == bench.blockage?.retry)
        var received = 0
        let end = bench.clock.now() + 30_000_000_000
        while received < sent, bench.clock.now() < end {
            if let packet = bench.receive() {
                #expect(packet[1...2] == [UInt8(received >> 8), UInt8(received & 255)])
                received += 1
            }
            _ = try bench.carry()
        }
        #expect(received == sent)
        #expect(bench.blockage == nil)
        #expect(bench.report.droppedWrites == 0)
        // Their lateness is in the report.
        #expect((bench.report.log.compactMap(\.lateness).max() ?? 0) >= PacketLane.pause)
    }

    @Test func `a destination blocked for too long costs one packet, which is counted`() throws {
        let bench = try LaneBench(Self.open)
        while bench.lane.blockage == nil {
            bench.decide(try bench.place([UInt8](repeating: 0x45, count: 1000)), logIndex: nil, [])
            _ = bench.sendDue()
        }
        let now = bench.clock.now()
        bench.lane.blockage = (since: now - bench.lane.patience, retry: now)
        let sent = bench.sendDue()
        #expect(sent)
        #expect(bench.report.droppedWrites == 1)
        #expect(bench.blockage == nil)
    }

    @Test func `a bit error affects only the copy that it was decided for`() throws {
        let bench = try LaneBench(Self.open)
        let slot = try bench.place(Self.packet, copies: 2)
        bench.decide(slot, logIndex: nil, .corrupted, wrongBit: 8 * 20 + 7)
        bench.decide(slot, logIndex: nil, .duplicate)
        let sent = bench.sendDue()
        #expect(sent)
        var wrong = Self.packet
        wrong[20] ^= 1
        #expect(bench.receive() == wrong)
        #expect(bench.receive() == Self.packet)
        #expect(!bench.isFull)
    }

    @Test func `an ECN mark updates the header and checksum of one copy only`() throws {
        let bench = try LaneBench(Self.open)
        let slot = try bench.place(Self.packet, copies: 2)
        bench.decide(slot, logIndex: nil, .marked)
        bench.decide(slot, logIndex: nil, .duplicate)
        let sent = bench.sendDue()
        #expect(sent)
        var marked = Self.packet
        (marked[1], marked[11]) = (0x03, Self.packet[11] - 1)
        #expect(bench.receive() == marked)
        #expect(bench.receive() == Self.packet)
    }

    @Test func `taking packets stops when another event is due or the burst is complete`() throws {
        let bench = try LaneBench(Self.slow, slots: 1000)
        for number in UInt8(0)..<200 { #expect(bench.send([0x45, number])) }
        let first = try bench.take(until: .zero)
        #expect(first)
        #expect(bench.report.log.count == 1)
        let second = try bench.take()
        #expect(second)
        #expect(bench.report.log.count == 1 + PacketLane.burst)
    }
}
