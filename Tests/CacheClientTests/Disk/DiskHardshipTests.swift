import Glibc
import LinuxIO
import Testing

@testable import CacheClient

/// A folder that other programs change.
@Suite(.timeLimit(.minutes(1)))
struct DiskHardshipTests {
    private let temporary = TemporaryFolder()

    private func folder(_ limits: CacheLimits = CacheLimits()) -> DiskFolder {
        DiskFolder(path: temporary.path, limits: limits)
    }

    private static func image(_ size: Int) -> CachedImage {
        CachedImage(bytes: [UInt8](repeating: 7, count: size), etag: nil)
    }

    @Test func `an unknown key is a miss`() throws {
        var folder = folder()
        #expect(folder.read("k", at: 1) == nil)
        try folder.open(at: 1)
        #expect(folder.read("k", at: 1) == nil)
    }

    @Test func `a file removed from outside is a miss and no longer counts`() throws {
        var folder = folder()
        _ = try folder.store(Self.image(10), for: "k", at: 1)
        unlink(temporary.file(EntryName(of: "k").text))
        #expect(folder.read("k", at: 2) == nil)
        #expect(folder.bytes == 0)
    }

    @Test func `a symbolic link in an entry's place is not followed`() throws {
        var folder = folder()
        _ = try folder.store(Self.image(10), for: "k", at: 1)
        let name = EntryName(of: "k").text
        rename(temporary.file(name), temporary.file("elsewhere"))
        symlink("elsewhere", temporary.file(name))
        #expect(folder.read("k", at: 2) == nil)
        unlink(temporary.file("elsewhere"))
        #expect(folder.read("k", at: 2) == nil)
        #expect(try folder.store(Self.image(10), for: "k", at: 3))
        #expect(folder.read("k", at: 4) == Self.image(10))
    }

    @Test func `a folder in an entry's place only makes that store fail`() throws {
        mkdir(temporary.file(EntryName(of: "k").text), 0o700)
        var folder = folder()
        #expect(throws: SystemCallError.self) { try folder.store(Self.image(10), for: "k", at: 1) }
        #expect(folder.read("k", at: 2) == nil)
        #expect(try folder.store(Self.image(10), for: "other", at: 3))
        #expect(temporary.names.count == 2, "no temporary file is left")
    }

    @Test func `a read error is a reported miss, a missing file is only a miss`() throws {
        var folder = folder()
        #expect(folder.read("missing", at: 1) == nil)
        #expect(folder.failure == nil)
        // Reading a folder fails as reading a broken disk does.
        mkdir(temporary.file(EntryName(of: "k").text), 0o700)
        #expect(folder.read("k", at: 2) == nil)
        #expect(folder.failure?.call == "read" && folder.failure?.errno == EISDIR)
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        defer { cache.shutdown() }
        #expect(cache.image(for: "k", at: 3) == nil)
        #expect(cache.lastFailure?.errno == EISDIR)
    }

    @Test func `long and similar URLs are distinct keys with short file names`() throws {
        let keys = [
            "https://a.b/c/d_e.jpg", "https://a.b/c_d/e.jpg", "https://a.b/c/d/e.jpg",
            "https://a.b/c%2Fd_e.jpg",
            "https://a.b/" + String(repeating: "very/long/", count: 100),
        ]
        var folder = folder(CacheLimits(count: 4))
        for (now, key) in keys.enumerated() {
            #expect(try folder.store(Self.image(10 + now), for: key, at: Int64(now) * 1000))
        }
        #expect(folder.read(keys[0], at: 9000) == nil)
        for (size, key) in keys.enumerated().dropFirst() {
            #expect(folder.read(key, at: 9000)?.bytes.count == 10 + size)
        }
        #expect(folder.count == 4)
    }

    @Test func `a damaged entry already replaced by another process is not removed`() throws {
        var (one, other) = (folder(), folder())
        _ = try one.store(Self.image(10), for: "k", at: 1)
        let name = EntryName(of: "k")
        let seen = try #require(FileStatus(temporary.file(name.text)))
        _ = try other.store(Self.image(20), for: "k", at: 2)
        one.discard(name, seen: seen)
        #expect(other.read("k", at: 3) == Self.image(20))
        #expect(one.read("k", at: 3) == Self.image(20))
    }

    @Test func `refuses an entry above its largest share of the limit`() throws {
        var folder = folder(CacheLimits(size: 10_000, largestShare: 0.1))
        #expect(try folder.store(Self.image(900), for: "small", at: 1))
        #expect(try !folder.store(Self.image(1000), for: "large", at: 2))
        #expect(folder.count == 1)
    }

    @Test func `a thousand entries are found again in order of use`() throws {
        var first = folder()
        for now in 0..<1000 { _ = try first.store(Self.image(10), for: "\(now)", at: Int64(now) * 1000) }
        var second = folder(CacheLimits(count: 400))
        try second.open(at: 1_000_000)
        #expect(second.count == 400)
        #expect(second.evictions == 600)
        #expect(second.read("600", at: 1_000_001) != nil)
        #expect(second.read("599", at: 1_000_001) == nil)
    }

    @Test(arguments: ["", "k", "0", "https://images.example.com/a.jpg"])
    func `an entry name is parsed back from its text`(key: String) {
        let name = EntryName(of: key)
        #expect(EntryName(name.text) == name)
        #expect(EntryName(name.text.uppercased()) == nil)
        #expect(EntryName(String(name.text.dropLast())) == nil)
        #expect(EntryName(name.text + ".tmp") == nil)
    }

    @Test func `an entry stored before the folder is opened counts once`() throws {
        let cache = try DiskCache(folder: temporary.path, limits: CacheLimits())
        defer { cache.shutdown() }
        let image = CachedImage(bytes: [1, 2, 3], etag: nil)
        cache.store(image, for: "k", at: 1)
        try cache.open(at: 2)
        cache.flush()
        #expect(cache.count == 1)
        let bytes = cache.bytes
        cache.store(image, for: "k", at: 3)
        cache.flush()
        #expect(cache.bytes == bytes)
        #expect(cache.image(for: "k", at: 4) == image)
    }

    @Test func `a read is a miss when the folder is a file`() throws {
        TemporaryFolder.write([1], to: temporary.file("no folder"))
        let cache = try DiskCache(folder: temporary.file("no folder"), limits: CacheLimits())
        defer { cache.shutdown() }
        #expect(cache.image(for: "k", at: 1) == nil)
        #expect(cache.count == 0)
    }
}
