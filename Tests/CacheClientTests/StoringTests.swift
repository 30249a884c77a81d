import LinuxIO
import Synchronization
import TestSupport
import Testing
import Wire

@testable import CacheClient

/// An app's own changes of the caches.
@Suite(.timeLimit(.minutes(1)))
struct StoringTests {
    @Test(arguments: Configuration.Policy.allCases)
    func `a stored image is found in the caches of the policy`(policy: Configuration.Policy)
        async throws
    {
        let bench = try ClientBench(Configuration(policy: policy, revalidate: .never))
        defer { bench.stop() }
        let isHeld = await bench.client.store([7, 7], for: bench.request("/a"))
        #expect(isHeld == (policy != .none))
        let response = await bench.load("/a")
        #expect(response.bytes == (policy == .none ? [1, 2, 3] : [7, 7]))
        #expect(response.source == (policy.usesMemory ? .memory : policy.usesDisk ? .disk : .network))
        #expect(bench.client.holdings.diskCount == (policy.usesDisk ? 1 : 0))
    }

    @Test func `a stored image replaces the older one in both caches`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        _ = await bench.load(bench.request("/a", .waitForCache))
        #expect(await bench.client.store([9], for: bench.request("/a")))
        #expect(await bench.load("/a").bytes == [9])
        bench.client.forget(.memory)
        #expect(await bench.load("/a").bytes == [9])
        #expect(bench.server.seen.count == 1)
    }

    @Test func `a stored image uses the cache key of its request`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        let signed = ImageRequest(url: bench.server.url + "/a?signature=1", cacheKey: "a")
        #expect(await bench.client.store([9], for: signed))
        let other = ImageRequest(url: bench.server.url + "/a?signature=2", cacheKey: "a")
        #expect(await bench.load(other).bytes == [9])
        #expect(await bench.load("/a?signature=1").bytes == [1, 2, 3])
    }

    @Test func `a stored ETag is revalidated, and a 304 keeps the stored image`() async throws {
        let bench = try ClientBench(Configuration(policy: .disk, revalidate: .diskHit))
        defer { bench.stop() }
        bench.set("/a", .init(etag: "\"2\"", body: [4]))
        #expect(await bench.client.store([9], for: bench.request("/a"), etag: "\"2\""))
        let response = await bench.load("/a")
        #expect(response.bytes == [9])
        #expect(response.source == .revalidated)
        #expect(bench.conditions("/a") == ["\"2\""])
    }

    @Test(arguments: [nil, "", "2", "\"2\"\r\nX: y"])
    func `without a valid ETag a hit is fetched again instead of revalidated`(etag: String?)
        async throws
    {
        let bench = try ClientBench(Configuration(policy: .disk, revalidate: .diskHit))
        defer { bench.stop() }
        #expect(await bench.client.store([9], for: bench.request("/a"), etag: etag))
        #expect(await bench.load("/a").bytes == [1, 2, 3])
        #expect(bench.conditions("/a") == [nil])
    }

    @Test func `under HTTP rules a stored image is revalidated before use`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .http))
        defer { bench.stop() }
        #expect(await bench.client.store([9], for: bench.request("/a"), etag: "\"1\""))
        let response = await bench.load("/a")
        #expect(response.bytes == [9])
        #expect(response.source == .revalidated)
    }

    @Test func `storing respects the options and lifetimes of the request`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        let client = bench.client
        #expect(await client.store([9], for: bench.request("/a", .memoryOnly)))
        #expect(client.holdings == CacheHoldings(memoryBytes: 1, memoryCount: 1, diskBytes: 0, diskCount: 0))
        #expect(await client.store([9], for: bench.request("/b", .diskOnly)))
        #expect(client.holdings.memoryCount == 1)
        #expect(client.holdings.diskCount == 1)
        var brief = bench.request("/c")
        brief.memory = CacheRetention(.after(.seconds(60)))
        brief.disk = CacheRetention(.expired)
        #expect(await client.store([9], for: brief))
        #expect(await client.cachedTier(of: brief) == .memory)
        bench.calendar.advance(by: 61_000_000_000)
        #expect(await client.cachedTier(of: brief) == nil)
    }

    @Test func `stores in memory at once and calls back on the executor after the disk write`()
        throws
    {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        let told = Mutex<[Bool]>([])
        var request = bench.request("/a")
        request.executor = CallbackExecutor { work in
            #expect(!bench.temporary.names.isEmpty)
            work()
        }
        bench.client.store([9], for: request) { isHeld in told.withLock { $0.append(isHeld) } }
        #expect(bench.client.holdings.memoryCount == 1)
        #expect(Waiting.until { told.withLock { $0 == [true] } })
    }

    @Test func `refuses empty images, oversized images and stores after shutdown`()
        async throws
    {
        let limits = CacheLimits(size: 1000)
        let bench = try ClientBench(Configuration(memory: limits, disk: limits))
        defer { bench.stop() }
        #expect(await bench.client.store([], for: bench.request("/a")) == false)
        let large = [UInt8](repeating: 1, count: 1001)
        #expect(await bench.client.store(large, for: bench.request("/a")) == false)
        #expect(
            bench.client.holdings == CacheHoldings(memoryBytes: 0, memoryCount: 0, diskBytes: 0, diskCount: 0)
        )
        bench.client.shutdown()
        #expect(await bench.client.store([1], for: bench.request("/a")) == false)
    }

    @Test func `a removed image is in no cache, and the others stay`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        for path in ["/a", "/b"] { _ = await bench.load(bench.request(path, .waitForCache)) }
        bench.client.remove(bench.request("/a").cacheKey)
        #expect(await bench.client.cachedTier(of: bench.request("/a")) == nil)
        #expect(await bench.client.cached(bench.request("/a")) == nil)
        #expect(await bench.client.cached(bench.request("/b"))?.bytes == [1, 2, 3])
        bench.client.flush()
        #expect(bench.client.holdings.diskCount == 1)
        bench.client.remove("no such key")
        #expect(await bench.load("/a").source == .network)
    }

    @Test func `a pending disk read does not promote a removed image`() throws {
        let cache = MemoryCache(limits: CacheLimits())
        let image = CachedImage(bytes: [1], etag: nil)
        let generation = cache.generation
        cache.forget("k")
        cache.promote(image, for: "k", at: .zero, generation: generation)
        #expect(cache.count == 0)
        cache.promote(image, for: "k", at: .zero, generation: cache.generation)
        #expect(cache.count == 1)
    }

    @Test func `cleaning removes expired entries from both caches`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        var brief = bench.request("/a")
        brief.memory = CacheRetention(.after(.seconds(1)))
        brief.disk = CacheRetention(.after(.seconds(1)))
        #expect(await bench.client.store([9], for: brief))
        #expect(await bench.client.store([9, 9], for: bench.request("/b")))
        bench.calendar.advance(by: 2_000_000_000)
        bench.client.clean()
        bench.client.flush()
        #expect(bench.client.holdings.memoryBytes == 2)
        #expect(bench.client.holdings.memoryCount == 1)
        #expect(bench.client.holdings.diskCount == 1)
    }

    @Test func `a removed picture is made again from its original`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        var request = bench.request("/a", Blurring(radius: 1))
        request.keepsOriginal = true
        _ = try await bench.load(request).get()
        bench.pipeline.flush()
        bench.pipeline.remove(request)
        #expect(await bench.pipeline.cachedTier(of: request) == nil)
        let again = try await bench.load(request).get()
        #expect(again.isMade)
        #expect(bench.server.seen.count == 1)
    }
}
