import LinkEngine
import LinkModel
import LinuxIO
import Runs
import TestSupport
import Testing
import Wire

/// Each datagram is one packet without an answer, so the line's effects are visible packet by packet.
@Suite(
    .enabled(if: OwnThread.allows(.namespaces), "needs the right to make namespaces (root)"),
    .timeLimit(.minutes(1))
)
struct DatagramTests {
    /// Sends numbered datagrams of `size` bytes from the client to the origin, then calls `body` with both
    /// sockets.
    private static func send(
        _ count: Int,
        size: Int = 100,
        over link: LinkParameters,
        logCapacity: Int = 1000,
        _ body: (_ receiver: TestSocket, _ sender: TestSocket) throws -> Void
    ) throws -> EngineReport {
        let hosts = try HostPair(link)
        let engine = try PacketEngine(
            hosts,
            link: link,
            seed: 47,
            clock: RunClock(),
            logCapacity: logCapacity
        )
        let receiver = try hosts.onOrigin {
            let receiver = try TestSocket.udp()
            try receiver.bind(HostPair.originAddress, port: 9)
            return receiver
        }
        try engine.start()
        let sender = try TestSocket.udp()
        try sender.bind(HostPair.clientAddress, port: 9)
        try sender.connect(HostPair.originAddress, port: 9)
        for number in 0..<count {
            let tag = [UInt8(number >> 8), UInt8(number & 255)]
            try sender.sendAll(tag + [UInt8](repeating: 0, count: size - 28 - 2))
        }
        try body(receiver, sender)
        return engine.stop()
    }

    private static func line(_ up: DirectionParameters) -> LinkParameters {
        LinkParameters(down: DirectionParameters(), up: up)
    }

    @Test func `exactly the packets chosen by the seed are lost`() async throws {
        let count = 200
        var loss = RandomLoss(ratio: 0.4, seed: 47)
        let survivors = (0..<count).filter {
            !loss.loses(PacketIdentity(direction: .up, flow: 0, number: UInt32($0)))
        }
        let report = try await OwnThread.run {
            try Self.send(count, over: Self.line(DirectionParameters(lossRatio: 0.4))) { receiver, _ in
                for number in survivors {
                    let datagram = try receiver.receive()
                    #expect(datagram.prefix(2) == [UInt8(number >> 8), UInt8(number & 255)])
                }
            }
        }
        let lost = report.log.filter { $0.decision.fate == .lost }
        #expect(lost.count == count - survivors.count)
        #expect(lost.allSatisfy { $0.departure == nil })
        #expect(report.log.filter { $0.departure != nil }.count == survivors.count)
    }

    @Test func `packets for a full queue are dropped, and packets in flight at the end have no departure`()
        async throws
    {
        // One packet takes an hour: the first is in service, the second waits, the others find no room.
        let slow = DirectionParameters(rateBps: 1, queue: .packets(2))
        let report = try await OwnThread.run {
            try Self.send(5, size: 450, over: Self.line(slow)) { receiver, sender in
                // The engine takes packets of both directions in turn: when the fifth of these has arrived,
                // the fifth of the others has been taken.
                try receiver.connect(HostPair.clientAddress, port: 9)
                for _ in 0..<5 { try receiver.sendAll([1]) }
                for _ in 0..<5 { _ = try sender.receive() }
            }
        }
        let up = report.log.filter { $0.packet.direction == .up }
        #expect(up.map(\.decision.fate) == [.delivered, .waiting, .queueFull, .queueFull, .queueFull])
        #expect(up.allSatisfy { $0.departure == nil })
    }

    @Test func `packets beyond the log's capacity are carried and counted`() async throws {
        let report = try await OwnThread.run {
            try Self.send(10, over: Self.line(DirectionParameters()), logCapacity: 3) { receiver, _ in
                let sizes = try (0..<10).map { _ in try receiver.receive().count }
                #expect(sizes == Array(repeating: 72, count: 10))
            }
        }
        #expect(report.log.count == 3)
        #expect(report.omitted == 7)
        #expect(report.log.allSatisfy { $0.bytes == 100 && $0.departure != nil })
    }

    @Test func `an engine stopped twice or never started still reports`() async throws {
        try await OwnThread.run {
            let link = Self.line(DirectionParameters())
            let engine = try PacketEngine(try HostPair(link), link: link, seed: 1, clock: RunClock())
            #expect(engine.stop().log.isEmpty)
            let other = try PacketEngine(try HostPair(link), link: link, seed: 1, clock: RunClock())
            try other.start()
            try other.start()
            #expect(other.stop().failure == nil)
            #expect(other.stop().log.isEmpty)
        }
    }

    @Test(.enabled(if: OwnThread.allows(.tun), "needs /dev/net/tun"))
    func `packets that the kernel drops before the engine reads them are counted`() async throws {
        let report = try await OwnThread.run {
            let link = Self.line(DirectionParameters())
            let hosts = try HostPair(link, carrier: .tun)
            let sender = try TestSocket.udp()
            try sender.connect(HostPair.originAddress, port: 9)
            // The interface's queue holds ten thousand, and nothing reads it yet.
            for _ in 0..<10_100 { try sender.sendAll([1]) }
            let engine = try PacketEngine(hosts, link: link, seed: 1, clock: RunClock())
            try engine.start()
            return engine.stop()
        }
        #expect(report.missed == 100)
    }
}
