import Testing
import Wire

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct MemoryCacheTests {
    private static func image(_ size: Int, etag: String? = nil) -> CachedImage {
        CachedImage(bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: size), count: size), etag: etag)
    }

    @Test func `bytes and validator come back together`() {
        let cache = MemoryCache(limits: CacheLimits())
        cache.store(Self.image(3, etag: "\"a\""), for: "k", at: .zero)
        #expect(cache.image(for: "k", at: .zero) == Self.image(3, etag: "\"a\""))
        #expect(cache.image(for: "other", at: .zero) == nil)
    }

    @Test func `overwriting keeps one entry and counts its bytes once`() {
        let cache = MemoryCache(limits: CacheLimits())
        cache.store(Self.image(100), for: "k", at: .zero)
        cache.store(Self.image(40), for: "k", at: .zero)
        #expect(cache.count == 1)
        #expect(cache.bytes == 40)
        #expect(cache.evictions == 0)
    }

    /// A letter alone stores ten bytes under it, `?` before it looks it up, `-` removes it.
    @Test(arguments: [
        (CacheLimits(count: 3), "a b c d", "bcd", 1),
        (CacheLimits(count: 3), "a b c ?a d", "acd", 1),
        (CacheLimits(count: 3), "a b c a d", "acd", 1),
        (CacheLimits(count: 3), "a b c -b d e", "cde", 1),
        (CacheLimits(size: 30), "a b c ?a ?b d", "abd", 1),
        (CacheLimits(size: 35), "a b c d e", "cde", 2),
        (CacheLimits(size: 9), "a", "", 0),
        (CacheLimits(size: 0), "a", "", 0),
        (CacheLimits(count: 0), "a", "", 0),
        (CacheLimits(size: 1000, count: 2), "a b c", "bc", 1),
        (CacheLimits(), "a b c d e f", "abcdef", 0),
    ])
    func `the least recently used leaves first`(
        limits: CacheLimits,
        script: String,
        left: String,
        evicted: Int
    ) {
        let cache = MemoryCache(limits: limits)
        for word in script.split(separator: " ") {
            let key = String(word.suffix(1))
            switch word.first {
            case "?": _ = cache.image(for: key, at: .zero)
            case "-": cache.remove(key)
            default: cache.store(Self.image(10), for: key, at: .zero)
            }
        }
        #expect(cache.evictions == evicted)
        #expect(cache.count == left.count)
        #expect(cache.bytes == left.count * 10)
        for key in "abcdef" {
            let held = cache.image(for: String(key), at: .zero) != nil
            #expect(held == left.contains(key), "\(key)")
        }
    }

    @Test func `an entry larger than the limit is refused and drops what it would have replaced`() {
        let cache = MemoryCache(limits: CacheLimits(size: 20))
        cache.store(Self.image(10), for: "a", at: .zero)
        cache.store(Self.image(10), for: "b", at: .zero)
        #expect(!cache.store(Self.image(21), for: "b", at: .zero))
        #expect(cache.image(for: "a", at: .zero) != nil)
        #expect(cache.image(for: "b", at: .zero) == nil)
        #expect(cache.bytes == 10)
    }

    @Test(arguments: [(0, true), (999, true), (1000, false), (5000, false), (-50, true)])
    func `an entry serves until its time to live has passed`(age: Int64, isHit: Bool) {
        let cache = MemoryCache(limits: CacheLimits(timeToLive: .nanoseconds(1000)))
        cache.store(Self.image(1), for: "k", at: Instant(nanoseconds: 70))
        #expect((cache.image(for: "k", at: Instant(nanoseconds: 70 + age)) != nil) == isHit)
        #expect(cache.count == (isHit ? 1 : 0))
    }

    @Test func `a confirmation starts the time to live anew, but only for the same validator`() {
        let cache = MemoryCache(limits: CacheLimits(timeToLive: .nanoseconds(1000)))
        cache.store(Self.image(1, etag: "\"a\""), for: "k", at: .zero)
        cache.confirm("k", etag: "\"b\"", at: Instant(nanoseconds: 900))
        #expect(cache.image(for: "k", at: Instant(nanoseconds: 999)) != nil)
        cache.confirm("k", etag: "\"a\"", at: Instant(nanoseconds: 900))
        #expect(cache.image(for: "k", at: Instant(nanoseconds: 1899)) != nil)
        #expect(cache.image(for: "k", at: Instant(nanoseconds: 1900)) == nil)
    }

    @Test func `a promotion never replaces a newer image nor outlives a forgetting`() {
        let cache = MemoryCache(limits: CacheLimits())
        let before = cache.generation
        cache.store(Self.image(2), for: "k", at: .zero)
        cache.promote(Self.image(1), for: "k", at: .zero, generation: before)
        #expect(cache.image(for: "k", at: .zero)?.bytes.count == 2)
        cache.removeAll()
        cache.promote(Self.image(1), for: "k", at: .zero, generation: before)
        #expect(cache.count == 0)
        cache.promote(Self.image(1), for: "k", at: .zero, generation: cache.generation)
        #expect(cache.count == 1)
    }

    @Test func `tighter limits hold at once`() {
        let cache = MemoryCache(limits: CacheLimits())
        for key in 0..<10 { cache.store(Self.image(10), for: "\(key)", at: .zero) }
        cache.setLimits(CacheLimits(size: 55, count: 7))
        #expect(cache.count == 5)
        #expect(cache.bytes == 50)
        #expect(cache.image(for: "5", at: .zero) != nil)
        #expect(cache.image(for: "4", at: .zero) == nil)
    }

    @Test func `many threads at once leave the books in order`() async {
        let cache = MemoryCache(limits: CacheLimits(count: 50))
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for round in 0..<500 {
                        let key = "\((thread * 31 + round * 7) % 80)"
                        if cache.image(for: key, at: .zero) == nil {
                            cache.store(Self.image(10), for: key, at: .zero)
                        }
                    }
                }
            }
        }
        #expect(cache.count == 50)
        #expect(cache.bytes == 500)
    }

    @Test func `a long life of inserts and removals keeps the order`() {
        var list = RecencyList<Int>()
        var model: [(String, Int)] = []
        var random: UInt64 = 88_172_645_463_325_252
        for step in 0..<3000 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            let key = "\(random % 23)"
            switch (random >> 32) % 5 {
            case 0, 1:
                list.insert(step, for: key)
                model.removeAll { $0.0 == key }
                model.append((key, step))
            case 2:
                let expected = model.first { $0.0 == key }
                #expect(list.use(key) == expected?.1)
                if let expected {
                    model.removeAll { $0.0 == key }
                    model.append(expected)
                }
            case 3:
                list.remove(key)
                model.removeAll { $0.0 == key }
            default:
                let oldest = list.removeOldest()
                #expect(oldest?.key == model.first?.0)
                if !model.isEmpty { model.removeFirst() }
            }
            #expect(list.count == model.count)
        }
    }
}
