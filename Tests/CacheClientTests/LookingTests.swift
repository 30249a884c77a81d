import LinuxIO
import Logs
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct LookingTests {
    @Test func `the cached tier is reported without reading the image`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        let request = bench.request("/a")
        #expect(await bench.client.cachedTier(of: request) == nil)
        _ = await bench.load(bench.request("/a", .waitForCache))
        #expect(await bench.client.cachedTier(of: request) == .memory)
        bench.client.forget(.memory)
        #expect(await bench.client.cachedTier(of: request) == .disk)
        #expect(bench.client.counters.memoryBytes == 0)
        #expect(bench.client.counters.diskHits == 0)
        bench.calendar.advance(by: 8 * 86_400_000_000_000)
        #expect(await bench.client.cachedTier(of: request) == nil)
        bench.client.forget(.disk)
        #expect(await bench.client.cachedTier(of: request) == nil)
        #expect(bench.server.seen.count == 1)
    }

    @Test(arguments: Configuration.Policy.allCases)
    func `the cached tier follows the policy`(policy: Configuration.Policy) async throws {
        let bench = try ClientBench(Configuration(policy: policy))
        defer { bench.stop() }
        _ = await bench.load(bench.request("/a", .waitForCache))
        let tier = await bench.client.cachedTier(of: bench.request("/a"))
        #expect(tier == (policy.usesMemory ? .memory : policy.usesDisk ? .disk : nil))
    }

    @Test func `a load without a completion handler does nothing`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        #expect(bench.client.load(bench.request("/a"), completion: nil) == nil)
        bench.client.flush()
        #expect(bench.client.counters.misses == 0)
        _ = await bench.load(bench.request("/b", .waitForCache))
        bench.client.forget(.memory)
        #expect(bench.client.load(bench.request("/b"), completion: nil) == nil)
        bench.client.flush()
        #expect(bench.client.counters.memoryBytes == 0)
        #expect(bench.server.paths == ["/b"])
    }
}
