import Glibc
import LinkModel
import LinuxIO
import Runs
import TestSupport
import Testing
import Wire

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct PacketEngineTests {
    private static let fast = DirectionParameters(rateBps: 50_000_000, oneWayDelay: 1_000_000)

    @Test(.enabled(if: OwnThread.allows(.tun), "needs /dev/net/tun and the right to make namespaces (root)"))
    func `a connection over TUN carries every byte, and every packet is logged`() async throws {
        try await OwnThread.run { try Self.exchange(over: .tun) }
    }

    @Test(.enabled(if: OwnThread.allows(.veth), "needs veth and the right to make namespaces (root)"))
    func `a connection over veth carries every byte, and every packet is logged`() async throws {
        try await OwnThread.run { try Self.exchange(over: .veth) }
    }

    @Test(.enabled(if: OwnThread.allows(.tun), "needs /dev/net/tun and the right to make namespaces (root)"))
    func `a started engine carries packets`() async throws {
        try await OwnThread.run {
            let link = LinkParameters(down: Self.fast, up: Self.fast)
            let engine = try PacketEngine(try HostPair(link), link: link, seed: 1, clock: RunClock())
            #expect(!engine.isCarrying)
            try engine.start()
            #expect(engine.isCarrying)
            _ = engine.stop()
        }
    }

    @Test(.enabled(if: OwnThread.allows(.tun), "needs /dev/net/tun and the right to make namespaces (root)"))
    func `an engine without a descriptor for its poller fails to start`() async throws {
        await #expect(processExitsWith: .success) {
            let way = DirectionParameters(rateBps: 50_000_000, oneWayDelay: 1_000_000)
            let link = LinkParameters(down: way, up: way)
            let engine = try PacketEngine(try HostPair(link), link: link, seed: 1, clock: RunClock())
            let free = dup(STDERR_FILENO)
            close(free)
            var limit = rlimit(rlim_cur: rlim_t(free), rlim_max: rlim_t(free))
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            let failure = #expect(throws: SystemCallError.self) { try engine.start() }
            try #require(failure == SystemCallError("epoll_create1", errno: EMFILE))
            _ = engine.stop()
        }
    }

    /// The origin sends 300 kB to the client over a line of small packets; the log must account for all of it.
    private static func exchange(over carrier: CarrierChoice) throws {
        let link = LinkParameters(down: fast, up: fast, mtu: 600)
        let hosts = try HostPair(link, carrier: carrier)
        #expect(hosts.carrier.rawValue == carrier.rawValue)
        let clock = RunClock()
        let engine = try PacketEngine(hosts, link: link, seed: 47, clock: clock)
        try engine.start()
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let listener = try hosts.onOrigin {
            let listener = try TestSocket.tcp()
            try listener.bind(HostPair.originAddress, port: 80)
            try listener.listen()
            return listener
        }
        let server = try WorkerThread(name: "test-server") {
            do {
                let connection = try listener.accept()
                _ = try connection.receiveAll(1)
                try connection.sendAll(body)
            } catch {
                Issue.record(error)
            }
        }
        let client = try TestSocket.tcp()
        try client.connect(HostPair.originAddress, port: 80)
        try client.sendAll([1])
        #expect(try client.receiveAll(body.count + 1) == body)
        server.join()
        let report = engine.stop()
        check(report, body: body.count, mtu: link.mtu, delay: fast.oneWayDelay, end: clock.now())
    }

    private static func check(_ report: EngineReport, body: Int, mtu: Int, delay: Nanoseconds, end: Instant) {
        #expect(report.failure == nil)
        #expect(report.omitted + report.droppedWrites == 0)
        #expect(report.log.allSatisfy { $0.packet.flow == 1 && $0.decision.fate == .delivered })
        for direction in LinkDirection.allCases {
            let log = report.log.filter { $0.packet.direction == direction }
            #expect(log.map(\.packet.number) == (0..<UInt32(log.count)).map { $0 })
            #expect(zip(log, log.dropFirst()).allSatisfy { $0.arrival <= $1.arrival })
            #expect(zip(log, log.dropFirst()).allSatisfy { $0.decision.due <= $1.decision.due })
            #expect(log.allSatisfy { $0.decision.due >= $0.arrival + delay })
            // Packets in flight at the end come last.
            let left = log.prefix { $0.departure != nil }
            #expect(!left.isEmpty)
            #expect(log.dropFirst(left.count).allSatisfy { $0.departure == nil })
            #expect(left.allSatisfy { entry in entry.departure.map { $0 <= end } ?? false })
            #expect(left.allSatisfy { entry in entry.departure.map { $0 >= entry.decision.due } ?? false })
        }
        let down = report.log.filter { $0.packet.direction == .down }
        #expect(down.map(\.bytes).max() == mtu)
        #expect(down.reduce(0) { $0 + $1.bytes } >= body + 52 * (body / (mtu - 52)))
        #expect(report.log.allSatisfy { (40...mtu).contains($0.bytes) })
    }
}
