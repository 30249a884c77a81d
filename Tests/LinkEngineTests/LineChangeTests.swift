import LinkEngine
import LinkModel
import LinuxIO
import Runs
import TestSupport
import Testing
import Wire

/// Changes to a running line, and hosts that it does not shape.
@Suite(
    .enabled(if: OwnThread.allows(.namespaces), "needs the right to make namespaces (root)"),
    .timeLimit(.minutes(1))
)
struct LineChangeTests {
    private static let open = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
    private static let delayed = LinkParameters(
        down: DirectionParameters(),
        up: DirectionParameters(oneWayDelay: 20_000_000)
    )

    /// Sends one datagram of `bytes` bytes from the client to the origin and waits for it.
    private static func exchange(_ sockets: (client: TestSocket, origin: TestSocket), bytes: Int) throws {
        try sockets.client.sendAll([UInt8](repeating: 7, count: bytes))
        #expect(try sockets.origin.receive().count == bytes)
    }

    private static func sockets(_ hosts: HostPair) throws -> (client: TestSocket, origin: TestSocket) {
        let origin = try hosts.onOrigin {
            let socket = try TestSocket.udp()
            try socket.bind(HostPair.originAddress, port: 9)
            return socket
        }
        let client = try TestSocket.udp()
        try client.connect(HostPair.originAddress, port: 9)
        return (client, origin)
    }

    @Test func `a link change applies to later packets`() async throws {
        let report = try await OwnThread.run {
            let hosts = try HostPair(Self.open, laterLinks: [Self.delayed])
            #expect(!hosts.offloads)
            let engine = try PacketEngine(hosts, link: Self.open, seed: 1, clock: RunClock())
            try engine.start()
            let sockets = try Self.sockets(hosts)
            try Self.exchange(sockets, bytes: 100)
            engine.change(Self.delayed)
            // The thread takes its mail before later packets.
            try Self.exchange(sockets, bytes: 200)
            engine.change(Self.open)
            try Self.exchange(sockets, bytes: 300)
            return engine.stop()
        }
        #expect(report.changes.map(\.link) == [Self.delayed, Self.open])
        #expect(report.log.map(\.bytes) == [128, 228, 328])
        let delays = report.log.map { $0.decision.due - $0.arrival }
        #expect(delays == [0, 20_000_000, 0])
        let changes = report.changes.map(\.at)
        #expect(zip(report.log, changes).allSatisfy { $0.arrival <= $1 })
        #expect(zip(report.log.dropFirst(), changes).allSatisfy { $0.arrival >= $1 })
    }

    /// One thread carries lines that are shaped, now or later; two carry hosts that nothing shapes.
    @Test(.enabled(if: OwnThread.allows(.tun), "needs /dev/net/tun"), arguments: [[Self.delayed], []])
    func `a client's own line applies to that client's packets`(_ later: [LinkParameters]) async throws {
        let report = try await OwnThread.run {
            let hosts = try HostPair(Self.open, laterLinks: later, carrier: .tun, offload: false)
            let engine = try PacketEngine(hosts, link: Self.open, seed: 1, clock: RunClock())
            try engine.start()
            let sockets = try Self.sockets(hosts)
            let client = LineClient(ip4: .v4(HostPair.clientAddress), ip6: .v6(high: 0, low: 1))
            let other = LineClient(ip4: .v4(HostPair.clientAddress + 9), ip6: .v6(high: 0, low: 2))
            engine.change(.own(Self.delayed, of: other))
            try Self.exchange(sockets, bytes: 100)
            engine.change(.own(Self.delayed, of: client))
            try Self.exchange(sockets, bytes: 200)
            engine.change(.own(nil, of: client))
            try Self.exchange(sockets, bytes: 300)
            return engine.stop()
        }
        #expect(report.failure == nil && report.changes.isEmpty)
        #expect(report.log.map(\.bytes) == [128, 228, 328])
        #expect(report.log.map { $0.decision.due - $0.arrival } == [0, 20_000_000, 0])
    }

    @Test(.enabled(if: OwnThread.allows(.tun), "needs /dev/net/tun"))
    func `unshaped hosts keep segmentation offload until the link is shaped`() async throws {
        let body = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let report = try await OwnThread.run {
            let hosts = try HostPair(Self.open, carrier: .tun)
            #expect(hosts.offloads)
            let engine = try PacketEngine(hosts, link: Self.open, seed: 1, clock: RunClock())
            try engine.start()
            let listener = try hosts.onOrigin {
                let listener = try TestSocket.tcp()
                try listener.bind(HostPair.originAddress, port: 80)
                try listener.listen()
                return listener
            }
            let client = try TestSocket.tcp()
            try client.connect(HostPair.originAddress, port: 80)
            let server = try listener.accept()
            for link in [nil, Self.delayed] {
                if let link {
                    engine.change(link)
                    // Packets sent before the engine has its mail may still arrive together.
                    let clock = RunClock()
                    var asked = clock.now()
                    repeat {
                        asked = clock.now()
                        try client.sendAll([1])
                        #expect(try server.receive() == [1])
                    } while clock.now() - asked < Self.delayed.up.oneWayDelay
                }
                let sender = try WorkerThread(name: "test-sender") {
                    do { try server.sendAll(body) } catch { Issue.record(error) }
                }
                #expect(try client.receiveAll(body.count) == body)
                sender.join()
            }
            return engine.stop()
        }
        #expect(report.failure == nil)
        let change = try #require(report.changes.first?.at)
        let before = report.log.filter { $0.arrival < change }
        let after = report.log.filter { $0.arrival >= change }
        #expect((before.map(\.bytes).max() ?? 0) > 10_000)
        #expect(after.map(\.bytes).max() == 1500)
    }

    @Test func `offload can be disabled and is off on a shaped link`() async throws {
        try await OwnThread.run {
            for hosts in [
                try HostPair(Self.open, offload: false), try HostPair(Self.delayed),
                try HostPair(Self.open, carrier: .veth),
            ] {
                #expect(!hosts.offloads)
            }
        }
    }
}
