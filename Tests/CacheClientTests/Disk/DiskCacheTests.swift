import Dispatch
import HTTP
import Synchronization
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct DiskCacheTests {
    private let temporary = TemporaryFolder()

    @Test func `stores, removals and reads of one key run in order`() throws {
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

    @Test func `removeAll includes pending writes and is complete when it returns`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        for key in 0..<20 { cache.store(CachedImage(bytes: [1], etag: nil), for: "\(key)", at: 1) }
        cache.removeAll()
        #expect(temporary.names.isEmpty)
        #expect(cache.bytes == 0)
    }

    @Test func `shutdown finishes pending writes and refuses new reads`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        for key in 0..<20 { cache.store(CachedImage(bytes: [1], etag: nil), for: "\(key)", at: 1) }
        cache.shutdown()
        cache.shutdown()
        #expect(temporary.names.count == 20)
        #expect(!cache.read("1", at: 2) { _ in Issue.record("called after shutdown") })
    }

    @Test func `a failed write is reported`() throws {
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

    @Test func `a store calls back once the entry is in its file`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        let found = Mutex<[CachedImage?]>([])
        cache.store(CachedImage(bytes: [1], etag: nil), for: "k", at: 1) { [temporary] _ in
            for name in temporary.names { TemporaryFolder.remove(temporary.file(name)) }
            let image = cache.image(for: "k", at: 1)
            found.withLock { $0.append(image) }
        }
        cache.flush()
        #expect(found.withLock { $0 } == [nil])
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

    @Test func `new limits apply to every later read, even while writes are pending`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        cache.store(CachedImage(bytes: [1], etag: nil), for: "k", at: 1)
        cache.flush()
        let found = Mutex<[CachedImage?]>([])
        let goOn = DispatchSemaphore(value: 0)
        #expect(cache.read("k", at: 100) { _ in goOn.wait() })
        // The thread is blocked; later jobs wait in line.
        cache.store(CachedImage(bytes: [2], etag: nil), for: "other", at: 1)
        cache.setLimits(CacheLimits(timeToLive: .nanoseconds(50)))
        #expect(cache.read("k", at: 200) { image in found.withLock { $0.append(image) } })
        goOn.signal()
        cache.flush()
        #expect(found.withLock { $0 } == [nil])
    }

    private static func image(_ size: Int) -> CachedImage {
        CachedImage(bytes: [UInt8](repeating: 7, count: size), etag: "\"1\"")
    }

    /// Blocks the disk's thread in a completion until it is released.
    private static func hold(_ cache: DiskCache) -> DispatchSemaphore {
        let (held, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        _ = cache.read("nobody's", at: 1) { _ in
            held.signal()
            go.wait()
        }
        held.wait()
        return go
    }

    @Test func `a read sees pending writes without waiting for them`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        cache.store(Self.image(1), for: "removed", at: 1)
        cache.flush()
        let go = Self.hold(cache)
        cache.store(Self.image(10), for: "k", at: 1)
        cache.store(Self.image(20), for: "k", at: 1)
        cache.remove("removed")
        #expect(cache.image(for: "k", at: 2) == Self.image(20))
        #expect(cache.image(for: "removed", at: 2) == nil)
        #expect(temporary.names.count == 1)
        go.signal()
        cache.flush()
        #expect(temporary.names == [EntryName(of: "k").text])
        #expect(cache.image(for: "k", at: 2) == Self.image(20))
    }

    @Test func `reads run before writes of other keys`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        cache.store(Self.image(1), for: "k", at: 1)
        cache.flush()
        let order = Mutex<[String]>([])
        let go = Self.hold(cache)
        for key in 0..<5 {
            cache.store(Self.image(10), for: "\(key)", at: 1) { _ in order.withLock { $0.append("store") } }
        }
        #expect(
            cache.read("k", at: 2) { image in order.withLock { $0.append(image == nil ? "miss" : "hit") } }
        )
        go.signal()
        cache.flush()
        #expect(order.withLock { $0 } == ["hit"] + [String](repeating: "store", count: 5))
    }

    @Test func `a read sees the writes before it and not those after it`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        let seen = Mutex<[Int?]>([])
        let read = { _ = cache.read("k", at: 2) { image in seen.withLock { $0.append(image?.bytes.count) } } }
        cache.store(Self.image(1), for: "k", at: 1)
        cache.flush()
        let go = Self.hold(cache)
        read()
        cache.store(Self.image(2), for: "k", at: 1)
        read()
        cache.remove("k")
        read()
        cache.store(Self.image(3), for: "k", at: 1)
        read()
        go.signal()
        cache.flush()
        #expect(seen.withLock { $0 } == [1, 2, nil, 3])
    }

    @Test func `a read after a confirmation sees its changes`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        cache.store(Self.image(1), for: "k", at: 1)
        let go = Self.hold(cache)
        cache.confirm(
            "k",
            etag: "\"1\"",
            by: Confirmation(fields: ["Age": "1"], requestedAt: 2, respondedAt: 3),
            at: 2
        )
        let seen = Mutex<String?>(nil)
        #expect(cache.read("k", at: 3) { image in seen.withLock { $0 = image?.head.fields["Age"] } })
        go.signal()
        cache.flush()
        #expect(seen.withLock { $0 } == "1")
        #expect(cache.image(for: "k", at: 3)?.head.respondedAt == 3)
    }

    @Test func `pending writes are limited in size, and a write beyond that is refused`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        cache.store(Self.image(1), for: "late", at: 1)
        cache.flush()
        let go = Self.hold(cache)
        let isHeld = Mutex<[Bool]>([])
        let large = Self.image(StagedWrites.mostBytes)
        for key in ["large", "late"] {
            cache.store(large, for: key, at: 1) { held in isHeld.withLock { $0.append(held) } }
        }
        #expect(cache.image(for: "late", at: 2) == nil)
        go.signal()
        cache.flush()
        #expect(isHeld.withLock { $0 } == [true, false])
        #expect(cache.count == 1)
        cache.store(Self.image(5), for: "late", at: 1)
        cache.flush()
        #expect(cache.image(for: "late", at: 2) == Self.image(5))
    }

    @Test func `concurrent reads see only whole images during stores, removals and cleaning`() async throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits(count: 15))
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for round in 0..<200 {
                        let number = (thread * 7 + round * 3) % 20
                        switch round % 7 {
                        case 0, 1: cache.store(Self.image(100 + number), for: "\(number)", at: 1)
                        case 2: cache.remove("\(number)")
                        case 3: cache.clean(at: 2)
                        default:
                            let image = cache.image(for: "\(number)", at: 2)
                            #expect(image == nil || image == Self.image(100 + number))
                        }
                    }
                }
            }
        }
        cache.flush()
        #expect(cache.count <= 15)
        #expect(temporary.names.count == cache.count)
    }
}
