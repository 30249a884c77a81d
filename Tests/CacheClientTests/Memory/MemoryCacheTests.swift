import HTTP
import Testing
import Wire

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct MemoryCacheTests {
    private static func image(_ size: Int, etag: String? = nil) -> CachedImage {
        CachedImage(bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: size), count: size), etag: etag)
    }

    @Test func `returns the bytes together with their validator`() {
        let cache = MemoryCache(limits: CacheLimits())
        cache.store(Self.image(3, etag: "\"a\""), for: "k", at: .zero)
        #expect(cache.image(for: "k", at: .zero) == Self.image(3, etag: "\"a\""))
        #expect(cache.image(for: "other", at: .zero) == nil)
    }

    @Test func `can be dumped`() {
        let cache = MemoryCache(limits: CacheLimits())
        cache.store(Self.image(3), for: "k", at: .zero)
        var text = ""
        dump(cache, to: &text)
        #expect(text.contains("count: 1") && text.contains("bytes: 3"))
    }

    @Test func `overwriting keeps one entry and counts its bytes once`() {
        let cache = MemoryCache(limits: CacheLimits())
        cache.store(Self.image(100), for: "k", at: .zero)
        cache.store(Self.image(40), for: "k", at: .zero)
        #expect(cache.count == 1)
        #expect(cache.bytes == 40)
        #expect(cache.evictions == 0)
    }

    /// A letter alone stores ten bytes under it; `?` before it looks it up, `-` removes it.
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
    func `evicts the least recently used entry first`(
        limits: CacheLimits,
        script: String,
        left: String,
        evicted: Int
    ) {
        let cache = MemoryCache(limits: limits)
        for (now, word) in script.split(separator: " ").enumerated() {
            let key = String(word.suffix(1))
            let now = Instant(nanoseconds: Int64(now))
            switch word.first {
            case "?": _ = cache.image(for: key, at: now)
            case "-": cache.remove(key)
            default: cache.store(Self.image(10), for: key, at: now)
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

    @Test func `an entry larger than the limit is refused and removes the entry it would replace`() {
        let cache = MemoryCache(limits: CacheLimits(size: 20))
        cache.store(Self.image(10), for: "a", at: .zero)
        cache.store(Self.image(10), for: "b", at: .zero)
        #expect(!cache.store(Self.image(21), for: "b", at: .zero))
        #expect(cache.image(for: "a", at: .zero) != nil)
        #expect(cache.image(for: "b", at: .zero) == nil)
        #expect(cache.bytes == 10)
    }

    @Test(arguments: [(0, true), (999, true), (1000, false), (5000, false), (-50, true)])
    func `an entry is served until its time to live has passed`(age: Int64, isHit: Bool) {
        let cache = MemoryCache(limits: CacheLimits(timeToLive: .nanoseconds(1000)))
        cache.store(Self.image(1), for: "k", at: Instant(nanoseconds: 70))
        #expect((cache.image(for: "k", at: Instant(nanoseconds: 70 + age)) != nil) == isHit)
        #expect(cache.count == (isHit ? 1 : 0))
    }

    @Test func `a confirmation restarts the time to live only for the same validator`() {
        let cache = MemoryCache(limits: CacheLimits(timeToLive: .nanoseconds(1000)))
        cache.store(Self.image(1, etag: "\"a\""), for: "k", at: .zero)
        cache.confirm("k", etag: "\"b\"", at: Instant(nanoseconds: 900))
        #expect(cache.image(for: "k", at: Instant(nanoseconds: 999)) != nil)
        cache.confirm("k", etag: "\"a\"", at: Instant(nanoseconds: 900))
        #expect(cache.image(for: "k", at: Instant(nanoseconds: 1899)) != nil)
        #expect(cache.image(for: "k", at: Instant(nanoseconds: 1900)) == nil)
    }

    @Test func `a promotion neither replaces a newer image nor survives a removeAll`() {
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

    @Test func `tighter limits apply at once`() {
        let cache = MemoryCache(limits: CacheLimits())
        for key in 0..<10 {
            cache.store(Self.image(10), for: "\(key)", at: Instant(nanoseconds: Int64(key)))
        }
        cache.setLimits(CacheLimits(size: 55, count: 7))
        #expect(cache.count == 5)
        #expect(cache.bytes == 50)
        #expect(cache.image(for: "5", at: .zero) != nil)
        #expect(cache.image(for: "4", at: .zero) == nil)
    }

    @Test func `concurrent use keeps counts and bytes consistent`() async {
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

    @Test func `removing one entry keeps the others`() {
        let cache = MemoryCache(limits: CacheLimits())
        for key in 0..<100 { cache.store(Self.image(10), for: "\(key)", at: .zero) }
        cache.remove("7")
        cache.remove("none")
        #expect(cache.count == 99)
        #expect(cache.bytes == 990)
        #expect(cache.image(for: "7", at: .zero) == nil)
        #expect(cache.image(for: "8", at: .zero) != nil)
    }

    @Test func `evicted entries no longer count towards the size`() {
        let cache = MemoryCache(limits: CacheLimits(count: 10))
        for key in 0..<100 {
            cache.store(Self.image(10), for: "\(key)", at: Instant(nanoseconds: Int64(key)))
        }
        #expect(cache.bytes == 100)
        #expect(cache.evictions == 90)
        #expect((90..<100).allSatisfy { cache.contains("\($0)", at: .zero) })
    }

    @Test func `the entry just stored is never evicted`() {
        let cache = MemoryCache(limits: CacheLimits(size: 1000))
        for (now, size) in [900, 10, 400, 1, 800, 0].enumerated() {
            let key = "\(now)"
            cache.store(Self.image(size), for: key, at: Instant(nanoseconds: Int64(now)))
            #expect(cache.contains(key, at: .zero))
            #expect(cache.bytes <= 1000)
        }
    }

    @Test func `an image costs its size in bytes unless the caller gives a cost`() {
        let cache = MemoryCache(limits: CacheLimits(size: 100))
        cache.store(Self.image(10), for: "a", at: .zero, cost: 90)
        #expect(cache.bytes == 90)
        cache.store(Self.image(11), for: "b", at: Instant(nanoseconds: 1))
        #expect(cache.bytes == 11)
        #expect(!cache.store(Self.image(1), for: "c", at: .zero, cost: 101))
    }

    @Test(arguments: [(0.5, 50, true), (0.5, 51, false), (0.1, 10, true), (0.1, 11, false), (1, 100, true)])
    func `refuses an entry above its largest share of the limit`(share: Double, size: Int, isHeld: Bool) {
        let cache = MemoryCache(limits: CacheLimits(size: 100, largestShare: share))
        cache.store(Self.image(1), for: "other", at: .zero)
        #expect(cache.store(Self.image(size), for: "k", at: Instant(nanoseconds: 1)) == isHeld)
        if !isHeld { #expect(cache.contains("other", at: .zero)) }
    }

    @Test func `shrinking evicts the least recently used entries`() {
        let cache = MemoryCache(limits: CacheLimits())
        for key in 0..<100 {
            cache.store(Self.image(10), for: "\(key)", at: Instant(nanoseconds: Int64(key)))
        }
        cache.shrink(to: 0.1)
        #expect(cache.bytes == 100)
        #expect(cache.contains("90", at: .zero))
        cache.shrink(to: 0)
        #expect(cache.count == 0)
    }

    @Test func `limits apply across all shards, and the globally oldest entry is evicted`() {
        let cache = MemoryCache(limits: CacheLimits(size: 500))
        var (order, random) = ([Int](), UInt64(1))
        for step in 0..<5000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = Int(random >> 33) % 200
            let now = Instant(nanoseconds: Int64(step))
            if let place = order.firstIndex(of: key) {
                #expect(cache.image(for: "\(key)", at: now) != nil)
                order.remove(at: place)
            } else {
                #expect(cache.image(for: "\(key)", at: now) == nil)
                cache.store(Self.image(10), for: "\(key)", at: now)
                if order.count == 50 { order.removeFirst() }
            }
            order.append(key)
        }
        #expect(cache.count == 50)
        #expect(cache.bytes == 500)
    }

    @Test func `a confirmation updates the header fields but not the Content-Length`() {
        let cache = MemoryCache(limits: CacheLimits())
        let fields: HTTPFields = ["ETag": "\"a\"", "Date": "then", "Content-Length": "3"]
        cache.store(CachedImage(bytes: [1, 2, 3], head: CachedHead(fields: fields)), for: "k", at: .zero)
        let said: HTTPFields = ["date": "now", "Content-Length": "0", "Age": "5"]
        let confirmation = Confirmation(fields: said, requestedAt: 1, respondedAt: 2)
        cache.confirm("k", etag: "\"a\"", by: confirmation, at: .zero)
        let head = cache.image(for: "k", at: .zero)?.head
        #expect(head?.fields.count == 4)
        #expect(head?.fields["Date"] == "now")
        #expect(head?.fields["Content-Length"] == "3")
        #expect(head?.fields["Age"] == "5")
        #expect(head?.respondedAt == 2)
    }

    @Test func `keys are distinguished by their bytes`() {
        let cache = MemoryCache(limits: CacheLimits())
        let keys = ["http://a/b_c", "http://a/b/c", "http://a/b%2Fc", "", "caf\u{E9}", "cafe\u{301}"]
        for (size, key) in keys.enumerated() { cache.store(Self.image(size), for: key, at: .zero) }
        for (size, key) in keys.enumerated() {
            #expect(cache.image(for: key, at: .zero)?.bytes.count == size)
        }
    }
}
