import Glibc
import LinkModel
import LinuxIO
import TestSupport
import Testing

@testable import LinkEngine

@Suite(
    .enabled(if: OwnThread.allows(.tun), "needs /dev/net/tun and the right to make namespaces (root)"),
    .enabled(if: Machine.processors > 1, "needs two processors"),
    .timeLimit(.minutes(1))
)
struct FastLineTests {
    private static func line(_ rateBps: Int64) -> LinkParameters {
        LinkParameters(
            down: DirectionParameters(rateBps: rateBps),
            up: DirectionParameters(rateBps: 10_000_000)
        )
    }

    /// Number of packets that processors have taken over from others, on the whole machine.
    private static func handedOver() throws -> Int {
        // Hexadecimal, one line for each processor.
        try KernelFile.read("/proc/net/softnet_stat").split(separator: "\n").reduce(0) { sum, line in
            sum + (Int(line.split(separator: " ")[9], radix: 16) ?? 0)
        }
    }

    /// Sends datagrams across a line one after the other, and returns how many were handed over meanwhile.
    private static func handedOver(of datagrams: Int, on link: LinkParameters) throws -> Int {
        let hosts = try HostPair(link)
        let engine = try PacketEngine(hosts, link: link, seed: 1, clock: RunClock())
        try engine.start()
        let receiver = try hosts.onOrigin { try TestSocket.udp() }
        try receiver.bind(HostPair.originAddress, port: 99)
        let sender = try TestSocket.udp()
        try sender.connect(HostPair.originAddress, port: 99)
        let before = try handedOver()
        for number in 1...datagrams {
            try sender.sendAll([UInt8(truncatingIfNeeded: number)])
            _ = try receiver.receiveAll(1)
        }
        let count = try handedOver() - before
        _ = engine.stop()
        return count
    }

    @Test func `a link counts as fast from 200 Mbit/s on in either direction, now or later`() async throws {
        let (slow, fast) = (Self.line(199_999_999), Self.line(200_000_000))
        let unlimited = DirectionParameters(oneWayDelay: 1_000_000)
        let judged = try await OwnThread.run {
            [
                try HostPair(slow).isFast,
                try HostPair(LinkParameters(down: unlimited, up: unlimited)).isFast,
                try HostPair(fast).isFast,
                try HostPair(LinkParameters(down: fast.up, up: fast.down)).isFast,
                try HostPair(slow, laterLinks: [fast]).isFast,
            ]
        }
        #expect(judged == [false, false, true, true, true])
    }

    @Test(.enabled(if: Machine.isRoot, "needs root, to say which processors receive"))
    func `packets on a fast link are received on other processors`() async throws {
        try await OwnThread.run {
            var count = 0
            // Another line of this process may have the processor at the moment.
            for _ in 1...20 where count < 100 {
                count = try Self.handedOver(of: 100, on: Self.line(200_000_000))
            }
            #expect(count >= 100)
        }
    }
}
