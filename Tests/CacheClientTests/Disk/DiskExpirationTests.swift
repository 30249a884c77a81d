import HTTP
import LinuxIO
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct DiskExpirationTests {
    private let temporary = TemporaryFolder()

    private func folder(_ life: Int64? = nil, isSliding: Bool = false, count: Int? = nil) -> DiskFolder {
        let timeToLive = life.map { Duration.nanoseconds($0) }
        let limits = CacheLimits(count: count, timeToLive: timeToLive, isSliding: isSliding)
        return DiskFolder(path: temporary.path, limits: limits)
    }

    private static let image = CachedImage(bytes: [1, 2, 3], etag: "\"1\"")

    @Test(
        arguments: [
            (Lifetime.lasting(500), 499, true), (.lasting(500), 500, false), (.lasting(5000), 4999, true),
            (.never, 1 << 60, true), (.ofCache, 999, true), (.ofCache, 1000, false),
        ] as [(Lifetime, Int64, Bool)]
    )
    func `an entry's own lifetime overrides the cache's, even after a restart`(
        lifetime: Lifetime,
        age: Int64,
        isHit: Bool
    ) throws {
        var first = folder(1000)
        #expect(try first.store(Self.image, for: "k", at: 7, lifetime: lifetime))
        var second = folder(1000)
        try second.open(at: 8)
        #expect((second.read("k", at: 7 + age) != nil) == isHit)
    }

    @Test func `storing an expired entry only removes the older one`() throws {
        var folder = folder()
        #expect(try folder.store(Self.image, for: "k", at: 1))
        #expect(try !folder.store(Self.image, for: "k", at: 1, lifetime: .lasting(0)))
        #expect(temporary.names.isEmpty)
        #expect(folder.count == 0)
    }

    @Test func `a hit restarts the time to live of a sliding cache, also for another process`() throws {
        var first = folder(1000, isSliding: true)
        _ = try first.store(Self.image, for: "k", at: 0)
        #expect(first.read("k", at: 900) != nil)
        var second = folder(1000)
        #expect(second.read("k", at: 1899) != nil)
        #expect(second.read("k", at: 1900) == nil)
    }

    @Test(
        arguments: [
            (LifeExtension.none, 999, 1000), (.anew, 1899, 1900), (.to(.lasting(50)), 949, 950),
            (.to(.lasting(5000)), 5899, 5900), (.ofCache, 999, 1000),
        ] as [(LifeExtension, Int64, Int64)]
    )
    func `a hit extends the lifetime as requested`(extending: LifeExtension, last: Int64, over: Int64) throws
    {
        var folder = folder(1000)
        _ = try folder.store(Self.image, for: "k", at: 0)
        #expect(folder.read("k", at: 900, extending: extending) == Self.image)
        #expect(folder.read("k", at: last, extending: .none) == Self.image)
        #expect(folder.read("k", at: over) == nil)
        #expect(temporary.names.isEmpty)
    }

    @Test func `cleaning removes only expired entries, including those of other processes`() throws {
        var (one, other) = (folder(1000), folder(1000))
        _ = try one.store(Self.image, for: "old", at: 0)
        _ = try other.store(Self.image, for: "old too", at: 0)
        _ = try other.store(Self.image, for: "own", at: 0, lifetime: .lasting(5000))
        _ = try other.store(Self.image, for: "for ever", at: 0, lifetime: .never)
        _ = try one.store(Self.image, for: "young", at: 900)
        TemporaryFolder.write([1], to: temporary.file("notes.txt"))
        #expect(one.clean(at: 1000) == 2)
        #expect(one.count == 3)
        #expect(one.evictions == 0)
        #expect(temporary.names.count == 4)
        #expect(one.clean(at: 1000) == 0)
        #expect(one.clean(at: 5000) == 2)
        #expect(temporary.names.contains("notes.txt"))
    }

    @Test func `cleaning counts the changes of other processes and applies the limits`() throws {
        var (one, other) = (folder(count: 3), folder())
        for now in 0..<5 { _ = try other.store(Self.image, for: "\(now)", at: Int64(now) * 1000) }
        _ = try one.store(Self.image, for: "mine", at: 9000)
        #expect(one.count == 1)
        one.clean(at: 9001)
        #expect(one.count == 3)
        #expect(temporary.names == ["3", "4", "mine"].map { EntryName(of: $0).text }.sorted())
        other.removeAll()
        one.clean(at: 9002)
        #expect(one.count == 0)
        #expect(one.bytes == 0)
    }

    @Test func `cleaning survives a missing folder, and the next store creates it`() throws {
        var folder = folder()
        _ = try folder.store(Self.image, for: "k", at: 1)
        TemporaryFolder.remove(temporary.path)
        folder.clean(at: 2)
        #expect(folder.count == 0)
        #expect(folder.bytes == 0)
        #expect(try folder.store(Self.image, for: "k", at: 3))
        #expect(folder.read("k", at: 4) == Self.image)
    }

    @Test func `a clock that jumps forward and back loses no unexpired entry`() throws {
        var folder = folder(1_000_000)
        _ = try folder.store(Self.image, for: "k", at: 5_000_000)
        #expect(folder.read("k", at: 10) == Self.image)
        #expect(folder.clean(at: 20) == 0)
        #expect(folder.read("k", at: 900_000) == Self.image)
        #expect(folder.read("k", at: 1_000_010) == nil)
    }

    @Test func `the response head round-trips, and a confirmation updates it permanently`() throws {
        let fields: HTTPFields = [
            "ETag": "\"1\"", "Vary": "Accept", "X": "caf\u{E9}", "x": "", "Date": "then",
        ]
        let head = CachedHead(
            status: 203,
            fields: fields,
            varying: ["Accept": "image/webp"],
            requestedAt: 11,
            respondedAt: 12
        )
        let image = CachedImage(bytes: [1, 2, 3], head: head)
        var folder = folder(1000)
        _ = try folder.store(image, for: "k", at: 5, lifetime: .lasting(2000))
        #expect(folder.read("k", at: 6) == image)
        let confirmation = Confirmation(fields: ["Date": "now"], requestedAt: 21, respondedAt: 22)
        folder.confirm("k", etag: "\"other\"", by: confirmation, at: 900)
        #expect(folder.read("k", at: 901) == image)
        folder.confirm("k", etag: "\"1\"", by: confirmation, at: 1500)
        var next = self.folder(1000)
        let confirmed = next.read("k", at: 3499)
        #expect(confirmed?.bytes == [1, 2, 3])
        #expect(confirmed?.head == head.confirmed(by: confirmation))
        #expect(confirmed?.head.fields["date"] == "now")
        #expect(next.read("k", at: 3500) == nil)
    }

    @Test func `an entry of an older format version is a miss and is removed`() throws {
        var folder = folder(1000)
        _ = try folder.store(Self.image, for: "k", at: 1)
        let file = temporary.file(EntryName(of: "k").text)
        var bytes = TemporaryFolder.read(file)
        bytes[4] = 1
        TemporaryFolder.write(bytes, to: file)
        #expect(folder.read("k", at: 2) == nil)
        #expect(temporary.names.isEmpty)
        TemporaryFolder.write(Array("NLCE\u{1}".utf8) + [UInt8](repeating: 0, count: 60), to: file)
        #expect(folder.clean(at: RunClock.wall()) == 1)
        #expect(temporary.names.isEmpty)
    }
}
