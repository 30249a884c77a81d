import Synchronization
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct DiskCacheTests {
    private let temporary = TemporaryFolder()

    @Test func `stores, updates and reads of one key happen in the order they were asked`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        let seen = Mutex<[Int?]>([])
        for round in 1...50 {
            cache.store(CachedImage(bytes: [UInt8](repeating: 1, count: round), etag: nil), for: "k", at: 1)
            #expect(cache.read("k", at: 2) { image in seen.withLock { $0.append(image?.bytes.count) } })
            if round % 10 == 0 {
                cache.remove("k")
                #expect(cache.read("k", at: 2) { image in seen.withLock { $0.append(image?.bytes.count) } })
            }
        }
        cache.flush()
        let expected: [Int?] = (1...50).flatMap { $0 % 10 == 0 ? [$0, nil] : [$0] }
        #expect(seen.withLock { $0 } == expected)
    }

    @Test func `removing everything is done when it returns, writes handed in before included`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        for key in 0..<20 { cache.store(CachedImage(bytes: [1], etag: nil), for: "\(key)", at: 1) }
        cache.removeAll()
        #expect(temporary.names.isEmpty)
        #expect(cache.bytes == 0)
    }

    @Test func `shutting down finishes what was asked and refuses the rest`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        for key in 0..<20 { cache.store(CachedImage(bytes: [1], etag: nil), for: "\(key)", at: 1) }
        cache.shutdown()
        cache.shutdown()
        #expect(temporary.names.count == 20)
        #expect(!cache.read("1", at: 2) { _ in Issue.record("called after shutdown") })
    }

    @Test func `a write that fails is told`() throws {
        TemporaryFolder.write([], to: temporary.file("file"))
        let cache = try DiskCache(folder: temporary.file("file"), limits: CacheLimits())
        let isHeld = Mutex<Bool?>(nil)
        cache.store(CachedImage(bytes: [1], etag: nil), for: "k", at: 1) { held in
            isHeld.withLock { $0 = held }
        }
        cache.flush()
        #expect(isHeld.withLock { $0 } == false)
        #expect(cache.lastFailure != nil)
    }

    @Test func `tighter limits evict`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        for key in 0..<5 { cache.store(CachedImage(bytes: [1], etag: nil), for: "\(key)", at: 1) }
        cache.setLimits(CacheLimits(count: 2))
        cache.flush()
        #expect(cache.count == 2)
        #expect(cache.evictions == 3)
        #expect(temporary.names.count == 2)
    }
}
