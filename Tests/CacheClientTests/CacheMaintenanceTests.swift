import LinuxIO
import Logs
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct CacheMaintenanceTests {
    /// Sleeps that end when a test says so; the first one reports its duration.
    private final class Naps: Sendable {
        let lengths = Mutex<[Duration]>([])
        let ended = Atomic(false)
        private let wakes = AsyncStream<Void>.makeStream()

        func wake() { wakes.continuation.yield() }

        func sleep(_ length: Duration) async throws {
            lengths.withLock { $0.append(length) }
            let woken: Void? = await wakes.stream.first { _ in true }
            if woken == nil { ended.store(true, ordering: .relaxed) }
            try Task.checkCancellation()
        }
    }

    private static func signals(
        _ naps: Naps,
        shortage: @escaping PressureRelief.Shortage = { wakeUp in
            wakeUp.wait()
            return false
        }
    ) -> CacheMaintenanceSignals {
        var signals = CacheMaintenanceSignals()
        signals.sleep = { try await naps.sleep($0) }
        signals.shortage = { () throws(SystemCallError) in shortage }
        return signals
    }

    @Test func `expired entries are removed from memory and disk every two minutes`() async throws {
        let naps = Naps()
        let bench = try ClientBench(signals: Self.signals(naps))
        defer { bench.stop() }
        _ = await bench.load(bench.request("/a", .waitForCache))
        #expect(bench.client.counters.memoryBytes == 3)
        #expect(bench.temporary.names.count == 1)
        naps.wake()
        #expect(try await Waiting.inTask { naps.lengths.withLock { $0.count } == 2 })
        bench.client.flush()
        #expect(bench.client.counters.memoryBytes == 3)
        bench.calendar.advance(by: 8 * 86_400_000_000_000)
        naps.wake()
        #expect(try await Waiting.inTask { naps.lengths.withLock { $0.count } == 3 })
        bench.client.flush()
        #expect(bench.client.counters.memoryBytes == 0)
        #expect(bench.temporary.names.isEmpty)
        #expect(naps.lengths.withLock { $0 } == [.seconds(120), .seconds(120), .seconds(120)])
    }

    @Test func `cleaning ends with the client, even while it sleeps`() async throws {
        let naps = Naps()
        let bench = try ClientBench(Configuration(cleaningInterval: .seconds(7)), signals: Self.signals(naps))
        #expect(try await Waiting.inTask { naps.lengths.withLock { $0 } == [.seconds(7)] })
        bench.stop()
        #expect(try await Waiting.inTask { naps.ended.load(ordering: .relaxed) })
    }

    @Test func `a client with cleaning and memory pressure disabled does neither`() throws {
        let naps = Naps()
        var signals = Self.signals(naps)
        signals.shortage = { () throws(SystemCallError) in
            Issue.record("it asked the machine")
            return { _ in false }
        }
        let configuration = Configuration(cleaningInterval: nil, heedsMemoryPressure: false)
        let bench = try ClientBench(configuration, signals: signals)
        bench.stop()
        #expect(naps.lengths.withLock { $0 } == [])
    }

    @Test func `each memory shortage halves the memory cache`() async throws {
        let short = try WakeUp()
        let signals = Self.signals(Naps()) { wakeUp in
            while true {
                let ready = Readiness.wait(for: [wakeUp.raw, short.raw])
                if ready[0] { return false }
                guard ready[1] else { continue }
                short.drain()
                return true
            }
        }
        let bench = try ClientBench(Configuration(policy: .memory), signals: signals)
        for name in 0..<8 { _ = await bench.load("/\(name)") }
        #expect(bench.client.counters.memoryBytes == 24)
        for left in [12, 6, 3] {
            short.ring()
            #expect(try await Waiting.inTask { bench.client.counters.memoryBytes == left })
        }
        #expect(await bench.load("/7").source == .memory)
        #expect(await bench.load("/6").source == .network)
        bench.stop()
        short.ring()
        #expect(bench.client.counters.memoryBytes == 6)
    }

    @Test func `an app can report a memory shortage itself`() async throws {
        let bench = try ClientBench(Configuration(policy: .memory))
        defer { bench.stop() }
        for name in 0..<8 { _ = await bench.load("/\(name)") }
        bench.client.relieveMemory()
        #expect(bench.client.counters.memoryBytes == 12)
        bench.client.relieveMemory(leaving: 0)
        #expect(bench.client.counters.memoryBytes == 0)
    }

    @Test func `the client works when memory pressure is unavailable`() async throws {
        var signals = Self.signals(Naps())
        signals.shortage = { () throws(SystemCallError) in
            throw SystemCallError("open", on: "/proc/pressure/memory", errno: SystemCallError.noSuchFile)
        }
        let bench = try ClientBench(signals: signals)
        defer { bench.stop() }
        #expect(await bench.load("/a").source == .network)
    }
}
