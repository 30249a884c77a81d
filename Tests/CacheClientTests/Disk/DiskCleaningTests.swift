import LinuxIO
import TestSupport
import Testing

@testable import CacheClient

/// Notifications about entries that leave the disk by themselves.
@Suite(.timeLimit(.minutes(1)))
struct DiskCleaningTests {
    private let temporary = TemporaryFolder()
    private static let image = CachedImage(bytes: [1, 2, 3], etag: nil)

    private func cache(_ limits: CacheLimits) throws -> DiskCache {
        try DiskCache(folder: temporary.path, limits: limits)
    }

    private func name(_ key: String) -> String { CachingClient.fileName(for: key) }

    /// All notifications until the cache was shut down.
    private func heard(_ stream: AsyncStream<DiskCleaning>) async -> [DiskCleaning] {
        await stream.reduce(into: []) { $0.append($1) }
    }

    @Test func `expired entries are reported by name, once per cleaning`() async throws {
        let cache = try cache(CacheLimits(timeToLive: .nanoseconds(1000)))
        let told = cache.listeners.join()
        for key in ["a", "b"] { cache.store(Self.image, for: key, at: 0) }
        cache.store(Self.image, for: "c", at: 0, lifetime: .never)
        cache.flush()
        let names = temporary.names
        cache.clean(at: 999)
        cache.clean(at: 1000)
        cache.clean(at: 1001)
        cache.shutdown()
        let heard = await heard(told)
        #expect(heard.map { $0.expired.sorted() } == [[name("a"), name("b")].sorted()])
        #expect(heard.allSatisfy { $0.evicted.isEmpty && $0.missed == 0 })
        #expect(temporary.names == [name("c")] && names.contains(name("a")))
    }

    @Test func `an entry that a read finds expired is reported once`() async throws {
        let cache = try cache(CacheLimits(timeToLive: .nanoseconds(1000)))
        let told = cache.listeners.join()
        cache.store(Self.image, for: "a", at: 0)
        cache.flush()
        #expect(cache.image(for: "a", at: 1000) == nil)
        #expect(cache.image(for: "a", at: 1000) == nil)
        cache.shutdown()
        #expect(await heard(told) == [DiskCleaning(expired: [name("a")], evicted: [], missed: 0)])
    }

    @Test func `evictions are reported, least recently used first`() async throws {
        let cache = try cache(CacheLimits(count: 3))
        let told = cache.listeners.join()
        for (now, key) in ["a", "b", "c", "d"].enumerated() {
            cache.store(Self.image, for: key, at: Int64(now))
        }
        cache.flush()
        cache.setLimits(CacheLimits(count: 1))
        cache.shutdown()
        let evicted = await heard(told).map(\.evicted)
        #expect(evicted == [[name("a")], [name("b"), name("c")]])
    }

    @Test func `removed, replaced, forgotten and damaged entries are not reported`() async throws {
        let cache = try cache(CacheLimits(size: 1000))
        let told = cache.listeners.join()
        for key in ["a", "a", "b", "c"] { cache.store(Self.image, for: key, at: 1) }
        cache.remove("a")
        cache.store(CachedImage(bytes: [UInt8](repeating: 1, count: 1000), etag: nil), for: "b", at: 1)
        cache.flush()
        TemporaryFolder.write([1], to: temporary.file(name("c")))
        #expect(cache.image(for: "c", at: 2) == nil)
        cache.store(Self.image, for: "d", at: 2)
        cache.removeAll()
        cache.shutdown()
        #expect(await heard(told).isEmpty)
        #expect(temporary.names.isEmpty)
    }

    @Test func `a listener gets the reports from when it joins until the cache closes`() async throws {
        let cache = try cache(CacheLimits(count: 1))
        let first = cache.listeners.join()
        cache.store(Self.image, for: "a", at: 1)
        cache.store(Self.image, for: "b", at: 2)
        cache.flush()
        let second = cache.listeners.join()
        cache.store(Self.image, for: "c", at: 3)
        cache.shutdown()
        #expect(await heard(first).flatMap(\.evicted) == [name("a"), name("b")])
        #expect(await heard(second).flatMap(\.evicted) == [name("b")])
        #expect(await heard(cache.listeners.join()).isEmpty)
    }

    @Test func `a released or cancelled listener is removed`() async throws {
        let cache = try cache(CacheLimits(count: 1))
        do {
            let told = cache.listeners.join()
            #expect(!cache.listeners.isEmpty)
            extendLifetime(told)
        }
        #expect(cache.listeners.isEmpty)
        let listener = Task { [listeners = cache.listeners] in
            for await _ in listeners.join() {}
        }
        #expect(try await Waiting.inTask { !cache.listeners.isEmpty })
        listener.cancel()
        await listener.value
        #expect(cache.listeners.isEmpty)
    }

    @Test func `a slow listener gets the number of reports that it missed`()
        async throws
    {
        let listeners = CleaningListeners()
        let told = listeners.join()
        let gone = DiskFolder.Departures(expired: [EntryName(of: "a")], evicted: [EntryName(of: "b")])
        for _ in 0..<CleaningListeners.mostWaiting + 10 { listeners.tell(gone) }
        var heard = told.makeAsyncIterator()
        for _ in 0..<CleaningListeners.mostWaiting { #expect(await heard.next()?.missed == 0) }
        listeners.tell(gone)
        #expect(await heard.next()?.missed == 20)
        listeners.tell(DiskFolder.Departures())
        listeners.tell(gone)
        #expect(await heard.next()?.missed == 0)
        listeners.close()
        #expect(await heard.next() == nil)
    }

    @Test func `a client reports images and pictures by their file names`() async throws {
        let bench = try PictureBench()
        let told = bench.client.diskCleanings()
        let processed = bench.request("/b", Brightening(amount: 1))
        for request in [bench.request("/a"), processed] { _ = try await bench.load(request).get() }
        bench.pipeline.flush()
        let names = [bench.request("/a"), processed].map { CachingClient.fileName(for: $0.cacheKey) }
        #expect(bench.temporary.names == names.sorted())
        bench.calendar.advance(by: 8 * 86_400_000_000_000)
        bench.client.clean()
        bench.stop()
        #expect(await heard(told).flatMap(\.expired).sorted() == names.sorted())
        #expect(bench.temporary.names.isEmpty)
    }
}
