import Glibc
import LinuxIO
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct DiskFolderTests {
    private let temporary = TemporaryFolder()
    /// Header, one-byte key, and two empty field lists.
    private static let overhead = 64 + 1 + 8
    /// Lengths and name of the single field of an image with a validator.
    private static let tagged = 8 + 4

    private func folder(_ limits: CacheLimits = CacheLimits()) -> DiskFolder {
        DiskFolder(path: temporary.path, limits: limits)
    }

    private static func image(_ size: Int, etag: String? = nil) -> CachedImage {
        CachedImage(bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }, etag: etag)
    }

    @Test(
        arguments: [
            ("http://a/b/c.jpg?x=1/2", "\"v1\""), ("k", nil), ("ключ/../..", "W/\"\""), ("", ""),
            (String(repeating: "long/", count: 2000), "\"x\""),
        ] as [(String, String?)]
    )
    func `a stored image is read back for any key`(key: String, etag: String?) throws {
        var folder = folder()
        let image = Self.image(300, etag: etag)
        #expect(try folder.store(image, for: key, at: 1))
        #expect(folder.read(key, at: 2) == image)
        #expect(temporary.names == [EntryName(of: key).text])
        var reopened = self.folder()
        try reopened.open(at: 3)
        #expect(reopened.count == 1)
        #expect(reopened.bytes == folder.bytes)
        #expect(reopened.read(key, at: 4) == image)
    }

    @Test func `overwriting replaces bytes and validator and counts once`() throws {
        var folder = folder()
        _ = try folder.store(Self.image(300, etag: "\"a\""), for: "k", at: 1)
        _ = try folder.store(Self.image(20), for: "k", at: 2)
        #expect(folder.read("k", at: 3) == Self.image(20))
        #expect(folder.bytes == 20 + Self.overhead)
        #expect(folder.count == 1)
    }

    @Test func `an entry truncated at any length is a miss, and its file is removed`() throws {
        var folder = folder()
        _ = try folder.store(Self.image(20, etag: "\"v\""), for: "k", at: 1)
        let file = temporary.file(EntryName(of: "k").text)
        let whole = TemporaryFolder.read(file)
        #expect(whole.count == 20 + Self.overhead + Self.tagged + 3)
        for length in 0..<whole.count {
            TemporaryFolder.write(Array(whole[..<length]), to: file)
            #expect(folder.read("k", at: 2) == nil, "\(length) bytes")
            #expect(temporary.names.isEmpty, "\(length) bytes")
        }
        TemporaryFolder.write(whole + [0], to: file)
        #expect(folder.read("k", at: 2) == nil)
        TemporaryFolder.write(whole, to: file)
        #expect(folder.read("k", at: 2) == Self.image(20, etag: "\"v\""))
        #expect(folder.bytes == whole.count)
    }

    @Test func `any flipped bit makes an entry a miss`() throws {
        var folder = folder()
        _ = try folder.store(Self.image(20, etag: "\"v\""), for: "k", at: 1)
        let file = temporary.file(EntryName(of: "k").text)
        let whole = TemporaryFolder.read(file)
        for bit in 0..<whole.count * 8 {
            var damaged = whole
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            TemporaryFolder.write(damaged, to: file)
            #expect(folder.read("k", at: 2) == nil, "bit \(bit)")
        }
        #expect(temporary.names.isEmpty)
        #expect(folder.bytes == 0)
    }

    @Test func `an entry of another key under this key's file name is a miss`() throws {
        var folder = folder()
        _ = try folder.store(Self.image(20), for: "other", at: 1)
        rename(
            temporary.file(EntryName(of: "other").text),
            temporary.file(EntryName(of: "k").text)
        )
        #expect(folder.read("k", at: 2) == nil)
        #expect(folder.read("other", at: 2) == nil)
        #expect(folder.count == 0)
    }

    @Test func `foreign files are neither counted nor removed`() throws {
        let link = String(repeating: "d", count: 64)
        for name in ["notes.txt", String(repeating: "A", count: 64), String(repeating: "a", count: 63)] {
            TemporaryFolder.write([1, 2, 3], to: temporary.file(name))
        }
        mkdir(temporary.file(String(repeating: "b", count: 64)), 0o700)
        symlink("/etc/hostname", temporary.file(link))
        let foreign = temporary.names
        var folder = folder(CacheLimits(size: 1, count: 1))
        try folder.open(at: 1)
        #expect(folder.count == 0)
        folder.removeAll()
        #expect(temporary.names == foreign)
    }

    @Test func `an unfinished file is removed after the grace period`() throws {
        let left = temporary.file(DiskFolder.temporaryPrefix + "1-2-3")
        TemporaryFolder.write([1], to: left)
        let modified = Int64(1_700_000_000_000_000_000)
        #expect(FileStatus.stamp(left, used: modified, modified: modified))
        var folder = folder()
        try folder.open(at: modified + DiskFolder.abandonedAfter)
        #expect(temporary.names.count == 1)
        try folder.open(at: modified + DiskFolder.abandonedAfter + 1)
        #expect(temporary.names.isEmpty)
        #expect(folder.count == 0)
    }

    /// A letter alone stores 100 bytes under it; `?` before it reads it.
    @Test(arguments: [
        (CacheLimits(count: 3), "a b c d", "bcd", 1),
        (CacheLimits(count: 3), "a b c ?a d", "acd", 1),
        (CacheLimits(size: 3 * (100 + overhead)), "a b c ?a ?b d", "abd", 1),
        (CacheLimits(size: 3 * (100 + overhead) - 1), "a b c", "bc", 1),
        (CacheLimits(size: 100 + overhead - 1), "a", "", 0),
        (CacheLimits(size: 0), "a", "", 0),
        (CacheLimits(), "a b c d", "abcd", 0),
    ])
    func `limits apply at every store, evicting the least recently used entry`(
        limits: CacheLimits,
        script: String,
        left: String,
        evicted: Int
    ) throws {
        var folder = folder(limits)
        for (now, word) in script.split(separator: " ").enumerated() {
            let key = String(word.suffix(1))
            if word.first == "?" {
                #expect(folder.read(key, at: Int64(now) * 1000) != nil)
            } else {
                _ = try folder.store(Self.image(100), for: key, at: Int64(now) * 1000)
            }
        }
        #expect(folder.evictions == evicted)
        #expect(folder.bytes == left.count * (100 + Self.overhead))
        #expect(temporary.names == left.map { EntryName(of: String($0)).text }.sorted())
    }

    @Test func `the order of use survives a restart`() throws {
        var folder = folder()
        for (now, key) in ["a", "b", "c"].enumerated() {
            _ = try folder.store(Self.image(10), for: key, at: Int64(1000 + now * 1000))
        }
        #expect(folder.read("a", at: 5000) != nil)
        var reopened = self.folder(CacheLimits(count: 2))
        try reopened.open(at: 6000)
        #expect(reopened.evictions == 1)
        #expect(temporary.names == ["a", "c"].map { EntryName(of: $0).text }.sorted())
    }

    @Test func `an entry larger than the limit is refused and removes the entry it would replace`() throws {
        var folder = folder(CacheLimits(size: 100))
        #expect(try folder.store(Self.image(10), for: "k", at: 1))
        #expect(try !folder.store(Self.image(100), for: "k", at: 2))
        #expect(temporary.names.isEmpty)
        #expect(folder.bytes == 0)
    }

    @Test(arguments: [(999, true), (1000, false)] as [(Int64, Bool)])
    func `an entry is served until its time to live has passed, even after a restart`(age: Int64, isHit: Bool)
        throws
    {
        let limits = CacheLimits(timeToLive: .nanoseconds(1000))
        var first = folder(limits)
        _ = try first.store(Self.image(10), for: "k", at: 5000)
        var second = folder(limits)
        try second.open(at: 5001)
        #expect((second.read("k", at: 5000 + age) != nil) == isHit)
        #expect(temporary.names.count == (isHit ? 1 : 0))
    }

    @Test func `a confirmation restarts the time to live`() throws {
        var folder = folder(CacheLimits(timeToLive: .nanoseconds(1000)))
        _ = try folder.store(Self.image(10), for: "k", at: 0)
        folder.confirm("k", etag: nil, at: 900)
        #expect(folder.read("k", at: 1899) != nil)
        #expect(folder.read("k", at: 1900) == nil)
        folder.confirm("gone", etag: nil, at: 1)
        #expect(folder.count == 0)
    }

    @Test func `setting the clock back does not make an entry immortal`() throws {
        var folder = folder(CacheLimits(timeToLive: .nanoseconds(1000)))
        _ = try folder.store(Self.image(10), for: "k", at: 1_000_000)
        #expect(folder.read("k", at: 500) != nil)
        #expect(folder.read("k", at: 1500) == nil)
    }

    @Test(arguments: [-1, Int.min, Int.max, 9_300_000_000, -9_300_000_000])
    func `a file with any timestamp is read, listed and removed`(second: Int) throws {
        var folder = folder(CacheLimits(timeToLive: .seconds(1)))
        _ = try folder.store(Self.image(10), for: "k", at: 1)
        TemporaryFolder.write([1], to: temporary.file(DiskFolder.temporaryPrefix + "1"))
        for name in temporary.names {
            var times = [
                timespec(tv_sec: second, tv_nsec: 999_999_999), timespec(tv_sec: second, tv_nsec: 0),
            ]
            utimensat(AT_FDCWD, temporary.file(name), &times, 0)
        }
        try folder.open(at: 2)
        _ = folder.read("k", at: 3)
        folder.removeAll()
        #expect(folder.count == 0)
    }

    @Test func `a folder deleted from outside is a miss and is created again`() throws {
        let path = temporary.file("deep/er")
        var folder = DiskFolder(path: path, limits: CacheLimits())
        try folder.open(at: 1)
        _ = try folder.store(Self.image(10), for: "k", at: 1)
        TemporaryFolder.remove(temporary.file("deep"))
        #expect(folder.read("k", at: 2) == nil)
        #expect(folder.bytes == 0)
        #expect(try folder.store(Self.image(10), for: "k", at: 3))
        #expect(folder.read("k", at: 4) == Self.image(10))
    }

    @Test func `two instances on one folder see each other's entries`() throws {
        var (one, other) = (folder(), folder())
        try one.open(at: 1)
        try other.open(at: 1)
        _ = try one.store(Self.image(10, etag: "\"1\""), for: "k", at: 2)
        #expect(other.read("k", at: 3)?.etag == "\"1\"")
        _ = try other.store(Self.image(20, etag: "\"2\""), for: "k", at: 4)
        #expect(one.read("k", at: 5) == Self.image(20, etag: "\"2\""))
        #expect(one.bytes == other.bytes)
        other.removeAll()
        #expect(one.read("k", at: 6) == nil)
        #expect(one.count == 0)
    }

    @Test func `a folder that cannot be created throws`() {
        TemporaryFolder.write([], to: temporary.file("file"))
        var folder = DiskFolder(path: temporary.file("file/sub"), limits: CacheLimits())
        #expect(throws: (any Error).self) { try folder.open(at: 1) }
        #expect(throws: (any Error).self) { try folder.store(Self.image(1), for: "k", at: 1) }
        #expect(folder.count == 0)
    }
}
