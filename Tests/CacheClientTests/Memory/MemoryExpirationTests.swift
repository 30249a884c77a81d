import Synchronization
import Testing
import Wire

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct MemoryExpirationTests {
    private static let image = CachedImage(bytes: [1, 2, 3], etag: nil)

    private static func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    private static func cache(_ life: Int64?, isSliding: Bool = false) -> MemoryCache {
        let timeToLive = life.map { Duration.nanoseconds($0) }
        return MemoryCache(limits: CacheLimits(timeToLive: timeToLive, isSliding: isSliding))
    }

    @Test(arguments: [
        (Lifetime.lasting(500), 499, true), (.lasting(500), 500, false), (.lasting(5000), 4999, true),
        (.never, 1 << 60, true), (.ofCache, 999, true), (.ofCache, 1000, false),
    ])
    func `an entry's own lifetime overrides the cache's`(lifetime: Lifetime, age: Int64, isHit: Bool) {
        let cache = Self.cache(1000)
        cache.store(Self.image, for: "k", at: Self.at(7), lifetime: lifetime)
        #expect((cache.image(for: "k", at: Self.at(7 + age)) != nil) == isHit)
    }

    @Test func `storing an expired entry only removes the older one`() {
        let cache = Self.cache(1000)
        #expect(!cache.store(Self.image, for: "k", at: .zero, lifetime: .lasting(0)))
        #expect(cache.count == 0)
        cache.store(Self.image, for: "k", at: .zero)
        #expect(!cache.store(Self.image, for: "k", at: .zero, lifetime: Expiration.expired.lifetime(at: 0)))
        #expect(cache.image(for: "k", at: .zero) == nil)
        #expect(cache.bytes == 0)
    }

    @Test func `a hit restarts the time to live of a sliding cache, a lookup does not`() {
        let cache = Self.cache(1000, isSliding: true)
        cache.store(Self.image, for: "k", at: .zero)
        #expect(cache.image(for: "k", at: Self.at(900)) != nil)
        #expect(cache.contains("k", at: Self.at(1800)))
        #expect(cache.image(for: "k", at: Self.at(1899)) != nil)
        #expect(cache.contains("k", at: Self.at(2800)))
        #expect(!cache.contains("k", at: Self.at(2899)))
        #expect(cache.image(for: "k", at: Self.at(2899)) == nil)
    }

    @Test func `a hit extends nothing in a cache that is not sliding`() {
        let cache = Self.cache(1000)
        cache.store(Self.image, for: "k", at: .zero)
        #expect(cache.image(for: "k", at: Self.at(900)) != nil)
        #expect(cache.image(for: "k", at: Self.at(1000)) == nil)
    }

    @Test(arguments: [
        (LifeExtension.none, 999, 1000), (.anew, 1899, 1900), (.to(.lasting(50)), 949, 950),
        (.to(.lasting(5000)), 5899, 5900), (.ofCache, 999, 1000),
    ])
    func `a hit extends the lifetime as requested`(extending: LifeExtension, last: Int64, over: Int64) {
        let cache = Self.cache(1000)
        cache.store(Self.image, for: "k", at: .zero)
        #expect(cache.image(for: "k", at: Self.at(900), extending: extending) != nil)
        #expect(cache.contains("k", at: Self.at(last)))
        #expect(!cache.contains("k", at: Self.at(over)))
    }

    @Test func `expired entries count until they are removed`() {
        let cache = Self.cache(1000)
        for key in 0..<40 { cache.store(Self.image, for: "\(key)", at: Self.at(Int64(key) * 100)) }
        #expect(cache.bytes == 120)
        #expect(cache.removeExpired(at: Self.at(2000)) == 11)
        #expect(cache.count == 29)
        #expect(cache.bytes == 87)
        #expect(cache.evictions == 0, "nothing left for want of room")
        #expect(cache.image(for: "11", at: Self.at(2000)) != nil)
    }

    @Test func `a changed time to live applies to existing entries without their own`() {
        let cache = Self.cache(nil)
        cache.store(Self.image, for: "k", at: .zero)
        cache.store(Self.image, for: "own", at: .zero, lifetime: .lasting(5000))
        cache.setLimits(CacheLimits(timeToLive: .nanoseconds(10)))
        #expect(!cache.contains("k", at: Self.at(10)))
        #expect(cache.contains("own", at: Self.at(4999)))
    }

    @Test func `a clock that jumps back revives nothing and keeps the order of use`() {
        let cache = MemoryCache(limits: CacheLimits(count: 1, timeToLive: .nanoseconds(1000)))
        cache.store(Self.image, for: "k", at: Self.at(1_000_000))
        #expect(cache.image(for: "k", at: Self.at(5)) != nil)
        #expect(cache.image(for: "k", at: Self.at(1_001_000)) == nil)
        #expect(cache.image(for: "k", at: Self.at(5)) == nil)
        cache.store(Self.image, for: "a", at: Self.at(.max - 1))
        cache.store(Self.image, for: "b", at: Self.at(0))
        #expect(cache.count == 1)
    }

    @Test func `periodic cleaning removes expired entries and stops when the cache is empty`() async {
        let cache = Self.cache(1000)
        let clock = Mutex(Int64(0))
        let naps = Mutex<[Duration]>([])
        cache.store(Self.image, for: "k", at: .zero)
        let cleaning = PeriodicCleaning { nap in
            naps.withLock { $0.append(nap) }
            clock.withLock { $0 += 400 }
            await Task.yield()
        } clean: {
            cache.removeExpired(at: Self.at(clock.withLock { $0 }))
            return cache.count > 0
        }
        await cleaning.ended()
        #expect(cache.count == 0)
        #expect(naps.withLock { $0 } == [.seconds(120), .seconds(120), .seconds(120)])
    }

    @Test func `cancelling a cleaning ends its sleep`() async {
        let (began, announce) = AsyncStream<Void>.makeStream()
        let cleaning = PeriodicCleaning(every: .seconds(3600)) { nap in
            announce.yield()
            try await Task.sleep(for: nap)
        } clean: {
            Issue.record("it was cleaned")
            return true
        }
        for await _ in began { break }
        cleaning.cancel()
        await cleaning.ended()
    }
}
