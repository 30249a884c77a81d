import Glibc
import LinkEngine
import LinkModel
import LinuxIO
import Runs
import TestSupport
import Testing
import Wire

/// Effects of a line on packets besides carrying them, as seen by the hosts' kernels.
@Suite(
    .enabled(if: OwnThread.allows(.namespaces), "needs the right to make namespaces (root)"),
    .timeLimit(.minutes(1))
)
struct AlterationTests {
    private static let open = LinkParameters(down: DirectionParameters(), up: DirectionParameters())

    private static func line(_ shape: (inout DirectionParameters) -> Void) -> LinkParameters {
        var line = open
        shape(&line.up)
        return line
    }

    /// Hosts, an engine between them, and a socket on each.
    private struct Ground {
        let hosts: HostPair
        let engine: PacketEngine
        let client: TestSocket
        let origin: TestSocket

        init(_ link: LinkParameters, carrier: CarrierChoice = .automatic) throws {
            let hosts = try HostPair(link, carrier: carrier, offload: false)
            self.hosts = hosts
            engine = try PacketEngine(hosts, link: link, seed: 47, clock: RunClock())
            origin = try hosts.onOrigin {
                let socket = try TestSocket.udp()
                try socket.bind(HostPair.originAddress, port: 9)
                return socket
            }
            client = try TestSocket.udp()
            try client.connect(HostPair.originAddress, port: 9)
            try engine.start()
        }

        /// One of the origin's UDP counters.
        func counter(_ name: String) throws -> Int {
            let table = try hosts.onOrigin { try KernelFile.read("/proc/thread-self/net/snmp") }
            let lines = table.split(separator: "\n").filter { $0.hasPrefix("Udp:") }.map {
                $0.split(separator: " ")
            }
            let place = try #require(lines.first?.firstIndex(of: Substring(name)))
            return try #require(Int(lines[1][place]))
        }
    }

    @Test(arguments: [CarrierChoice.automatic, .veth])
    func `a packet with a bit error is counted by the receiving host and not delivered`(
        carrier: CarrierChoice
    ) async throws {
        // All of them fit into the receiver's socket.
        let count = 60
        let (report, received, errors) = try await OwnThread.run {
            let ground = try Ground(Self.line { $0.corruption = PacketShare(0.5) }, carrier: carrier)
            let padding = [UInt8](repeating: 0x55, count: 400)
            for number in 0..<count { try ground.client.sendAll([UInt8(number)] + padding) }
            // At least one of these arrives, and shows that no more of the others will.
            for _ in 0..<20 { try ground.client.sendAll([255]) }
            var received: [Int] = []
            while true {
                let datagram = try ground.origin.receive()
                if datagram == [255] { break }
                #expect(Array(datagram.dropFirst()) == padding)
                received.append(Int(datagram[0]))
            }
            // The receiver's kernel checks a datagram when it is read.
            return (ground.engine.stop(), received, try ground.counter("InCsumErrors"))
        }
        let log = report.log.prefix(count)
        let isWrong = log.map { $0.decision.alterations.contains(.corrupted) }
        #expect(received == (0..<count).filter { !isWrong[$0] })
        let wrong = isWrong.filter { $0 }.count
        #expect((count / 4...count * 3 / 4).contains(wrong))
        // One byte in twenty is in the IP header, which UDP's checksum does not cover.
        #expect(errors > wrong * 8 / 10)
        #expect(log.allSatisfy { $0.departure != nil })
        #expect(report.droppedWrites == 0)
    }

    @Test func `a duplicated packet arrives twice unchanged`() async throws {
        let report = try await OwnThread.run {
            let ground = try Ground(Self.line { $0.duplication = PacketShare(1) })
            for number in UInt8(0)..<50 { try ground.client.sendAll([number, 1, 2]) }
            for number in UInt8(0)..<50 {
                #expect(try ground.origin.receive() == [number, 1, 2])
                #expect(try ground.origin.receive() == [number, 1, 2])
            }
            return ground.engine.stop()
        }
        #expect(report.log.count == 100)
        #expect(report.log.filter { $0.decision.alterations.contains(.duplicate) }.count == 50)
        #expect(report.log.allSatisfy { $0.departure != nil })
    }

    @Test func `a marking queue sets CE for ECN-capable senders only`()
        async throws
    {
        for (service, marks) in [(Int32(2), true), (0, false)] {
            let count = 150
            let report = try await OwnThread.run {
                let ground = try Ground(
                    Self.line {
                        $0.rate = .constant(4_000_000)
                        $0.discipline = .codel(ControlledDelay(marksECN: true))
                    }
                )
                try ground.client.setServiceByte(service)
                try ground.origin.askForServiceByte()
                for _ in 0..<count { try ground.client.sendAll([UInt8](repeating: 0, count: 1400)) }
                var seen: [UInt8] = []
                // Without marks some are dropped; the last datagram shows that they are over.
                try ground.client.sendAll([9])
                while true {
                    let (bytes, service) = try ground.origin.receiveWithServiceByte()
                    if bytes == 1 { break }
                    seen.append(service)
                }
                #expect(seen.contains(3) == marks)
                #expect(seen.allSatisfy { $0 == 3 || Int32($0) == service })
                return ground.engine.stop()
            }
            let marked = report.log.filter { $0.decision.alterations.contains(.marked) }
            let dropped = report.log.filter { $0.decision.fate == .congestion }
            #expect(marked.isEmpty == !marks)
            #expect(dropped.isEmpty == marks)
        }
    }
}
