import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct PartStoreTests {
    private let temporary = TemporaryFolder()

    private func find(_ store: PartStore, _ key: String, at now: Int64) async -> CachedImage? {
        await withCheckedContinuation { continuation in
            store.find(key, at: now) { continuation.resume(returning: $0) }
        }
    }

    @Test func `a partial body is found, even by another store, until it expires`() async throws {
        let queue = try JobQueue(name: "parts")
        defer { queue.shutdown() }
        let image = CachedImage(bytes: [1, 2, 3], etag: "\"1\"")
        let store = PartStore(folder: temporary.file("parts"), queue: queue)
        #expect(store.isEmpty)
        #expect(await find(store, "a", at: 1) == nil)
        store.keep(image, for: "a", at: 1)
        #expect(await find(store, "a", at: 2) == image)
        #expect(await find(store, "b", at: 2) == nil)
        let next = PartStore(folder: temporary.file("parts"), queue: queue)
        next.open(at: 3)
        #expect(!next.isEmpty)
        #expect(await find(next, "a", at: 4) == image)
        next.clean(at: 86_400_000_000_002)
        queue.flush()
        #expect(next.isEmpty)
        #expect(TemporaryFolder.names(in: temporary.file("parts")).isEmpty)
    }

    @Test func `removing one or all partial bodies leaves no files`() async throws {
        let queue = try JobQueue(name: "parts")
        defer { queue.shutdown() }
        let store = PartStore(folder: temporary.file("parts"), queue: queue)
        for key in ["a", "b", "c"] { store.keep(CachedImage(bytes: [1], etag: nil), for: key, at: 1) }
        store.remove("a")
        #expect(await find(store, "a", at: 2) == nil)
        #expect(await find(store, "b", at: 2) != nil)
        store.removeAll()
        #expect(await find(store, "b", at: 2) == nil)
        queue.flush()
        #expect(TemporaryFolder.names(in: temporary.file("parts")).isEmpty)
    }

    @Test func `a damaged partial body is not found and is forgotten`() async throws {
        let queue = try JobQueue(name: "parts")
        defer { queue.shutdown() }
        let store = PartStore(folder: temporary.file("parts"), queue: queue)
        store.keep(CachedImage(bytes: [1, 2], etag: nil), for: "a", at: 1)
        queue.flush()
        TemporaryFolder.write([0], to: temporary.file("parts/" + EntryName(of: "a").text))
        #expect(await find(store, "a", at: 2) == nil)
        #expect(store.isEmpty)
    }

    @Test func `a partial body that the disk refuses is forgotten`() async throws {
        TemporaryFolder.write([1], to: temporary.file("parts"))
        let queue = try JobQueue(name: "parts")
        defer { queue.shutdown() }
        let store = PartStore(folder: temporary.file("parts"), queue: queue)
        store.open(at: 1)
        store.keep(CachedImage(bytes: [1], etag: nil), for: "a", at: 1)
        queue.flush()
        #expect(store.isEmpty)
    }
}
