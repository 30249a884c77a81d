import LinuxIO
import TestSupport
import Testing
import Wire

@testable import CacheClient

/// Decoded pictures under memory pressure.
@Suite(.timeLimit(.minutes(1)))
struct PicturePressureTests {
    /// A machine that is short of memory whenever `short` is signalled.
    private static func signals(_ short: WakeUp) -> CacheMaintenanceSignals {
        var signals = CacheMaintenanceSignals()
        signals.shortage = { () throws(SystemCallError) in
            { wakeUp in
                while true {
                    let ready = Readiness.wait(for: [wakeUp.raw, short.raw])
                    if ready[0] { return false }
                    guard ready[1] else { continue }
                    short.drain()
                    return true
                }
            }
        }
        return signals
    }

    private static let picture = PictureBench.size.area * 3

    @Test func `a memory shortage halves the decoded pictures of every running pipeline`() async throws {
        let short = try WakeUp()
        let bench = try PictureBench(signals: Self.signals(short))
        defer { bench.stop() }
        let second = try PicturePipeline(bench.client)
        for path in ["/a", "/b", "/c"] { _ = try await bench.load(bench.request(path)).get() }
        _ = try await second.picture(bench.request("/a"))
        _ = try await second.picture(bench.request("/b"))
        #expect(bench.pipeline.bytes == 3 * Self.picture)
        short.ring()
        // Half of three is one and a half: the most recently used one stays.
        #expect(
            try await Waiting.inTask { bench.pipeline.bytes == Self.picture && second.bytes == Self.picture }
        )
        #expect(bench.pipeline.held(bench.request("/c")) != nil)
        second.shutdown()
        short.ring()
        #expect(try await Waiting.inTask { bench.pipeline.bytes == 0 })
        #expect(second.bytes == Self.picture)
    }

    @Test func `an app's own memory warning evicts decoded pictures`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        for path in ["/a", "/b"] { _ = try await bench.load(bench.request(path)).get() }
        bench.client.relieveMemory()
        #expect(bench.pipeline.bytes == Self.picture)
        bench.client.relieveMemory(leaving: 0)
        #expect(bench.pipeline.bytes == 0 && bench.pipeline.count == 0)
    }
}
