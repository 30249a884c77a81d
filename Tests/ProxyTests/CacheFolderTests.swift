import Foundation
import HTTP
import LinuxIO
import TestSupport
import Testing

@testable import Proxy

@Suite(.timeLimit(.minutes(1)))
struct CacheFolderTests {
    private let scratch: ScratchFolder
    private var path: String { scratch.file("cache") }

    init() throws {
        scratch = try ScratchFolder()
    }

    private func store(
        _ url: String,
        _ size: Int,
        in folder: CacheFolder,
        at now: Int64 = 1,
        vary: String? = nil
    )
        throws
    {
        let writer = try folder.begin(url)
        guard try writer.write([UInt8](repeating: 1, count: size)[...]) else { return }
        var response = StoredResponse(fields: ["X": "é\u{1F}\""], requestedAt: 1, respondedAt: now)
        if let vary {
            response.fields["Vary"] = "Accept"
            response.request = ["Accept": vary]
        }
        let entry = CacheEntry(url: url, response, bodyBytes: size)
        try writer.commit(entry, now: now)
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    @Test func `a stored response survives reopening, in files private to the owner`() throws {
        var folder: CacheFolder? = try CacheFolder(path, limit: 1 << 20)
        try store("http://a.test/x", 5000, in: #require(folder))
        #expect(throws: CacheFolderError.inUse(path)) { try CacheFolder(path, limit: 1 << 20) }
        folder = nil
        let again = try CacheFolder(path, limit: 1 << 20)
        let found = again.entries(of: "http://a.test/x")
        #expect(found.count == 1 && again.count == 1 && again.bytes == 3 * 4096)
        #expect(found.first?.entry.response.fields["X"] == "é\u{1F}\"")
        let body = try #require(found.first.flatMap { again.body(of: $0, now: 2) })
        #expect(try body.bytes(in: 0..<9000) == [UInt8](repeating: 1, count: 5000))
        #expect(again.entries(of: "http://a.test/y").isEmpty)
        let modes = try ([path] + files.map { "\(path)/\($0)" }).map { file in
            try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        }
        #expect(modes == [0o700, 0o600, 0o600])
    }

    @Test func `an unfinished response leaves no file`() throws {
        let folder = try CacheFolder(path, limit: 1 << 20)
        do {
            let writer = try folder.begin("http://a.test/x")
            #expect(try writer.write([1, 2, 3]) && files.count == 1 && folder.bytes == 3)
        }
        #expect(files.isEmpty && folder.bytes == 0)
    }

    @Test func `evicts the least recently used responses`() throws {
        let folder = try CacheFolder(path, limit: 200_000)
        for number in 0..<5 {
            try store("http://a.test/\(number)", 30_000, in: folder, at: Int64(number + 1))
        }
        let first = try #require(folder.entries(of: "http://a.test/0").first)
        #expect(folder.body(of: first, now: 9) != nil)
        try store("http://a.test/5", 30_000, in: folder, at: 10)
        #expect(folder.bytes <= 200_000 && files.count == 2 * folder.count)
        #expect(folder.entries(of: "http://a.test/1").isEmpty)
        #expect(
            !folder.entries(of: "http://a.test/0").isEmpty && !folder.entries(of: "http://a.test/5").isEmpty
        )
    }

    @Test func `a body larger than a quarter of the limit is not stored`() throws {
        let folder = try CacheFolder(path, limit: 200_000)
        try store("http://a.test/x", 50_001, in: folder)
        #expect(folder.count == 0 && files.isEmpty && folder.bytes == 0)
    }

    @Test func `a response replaces the one of the same variant, up to 16 variants`() throws {
        let folder = try CacheFolder(path, limit: 1 << 20)
        for (number, vary) in ["a", "b", "a"].enumerated() {
            try store("http://a.test/x", 10 + number, in: folder, vary: vary)
        }
        #expect(folder.entries(of: "http://a.test/x").map(\.entry.bodyBytes) == [11, 12])
        for number in 0..<20 { try store("http://a.test/x", 1, in: folder, vary: "\(number)") }
        #expect(folder.entries(of: "http://a.test/x").count == 16)
        folder.remove("http://a.test/x")
        #expect(files.isEmpty && folder.bytes == 0)
    }

    @Test func `parts of the same content are kept together, up to 64`() throws {
        let folder = try CacheFolder(path, limit: 1 << 20)
        for number in 0..<70 {
            let writer = try folder.begin("http://a.test/x")
            #expect(try writer.write([1]))
            var response = StoredResponse(
                status: 206,
                fields: ["ETag": "\"a\""],
                requestedAt: 1,
                respondedAt: 1
            )
            response.fields["Content-Range"] = "bytes \(number)-\(number)/99"
            try writer.commit(CacheEntry(url: "http://a.test/x", response, bodyBytes: 1), now: 1)
        }
        let parts = folder.entries(of: "http://a.test/x").compactMap {
            $0.entry.response.part?.part?.lowerBound
        }
        #expect(parts == Array(6..<70))
        try store("http://a.test/x", 99, in: folder)
        #expect(folder.entries(of: "http://a.test/x").map(\.entry.bodyBytes) == [99])
    }

    @Test func `leftovers of a crash are removed and foreign files are kept`() throws {
        var folder: CacheFolder? = try CacheFolder(path, limit: 1 << 20)
        for name in ["a", "b", "c", "d"] { try store("http://a.test/\(name)", 10, in: #require(folder)) }
        folder = nil
        func file(_ url: String, _ ending: String) -> URL {
            let key = CacheEntryName.key(of: url)
            let name = files.first { $0.hasPrefix(key) && $0.hasSuffix(ending) } ?? ""
            return URL(filePath: path).appending(path: name)
        }
        try FileManager.default.removeItem(at: file("http://a.test/a", ".head"))
        try Data([1, 2]).write(to: file("http://a.test/b", ".body"))
        try Data("{\"schema\":".utf8).write(to: file("http://a.test/c", ".head"))
        for name in ["notes.txt", "a-1.head", "\(String(repeating: "g", count: 32))-1.body"] {
            try Data("mine".utf8).write(to: URL(filePath: "\(path)/\(name)"))
        }
        let again = try CacheFolder(path, limit: 1 << 20)
        #expect(again.count == 3)
        let cut = try #require(again.entries(of: "http://a.test/b").first)
        #expect(again.body(of: cut, now: 1) == nil)
        for name in ["a", "b", "c"] { #expect(again.entries(of: "http://a.test/\(name)").isEmpty) }
        #expect(again.entries(of: "http://a.test/d").count == 1 && files.count == 2 + 3)
    }
}
