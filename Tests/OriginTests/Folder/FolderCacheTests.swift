import Glibc
import HTTP
import LinuxIO
import Serving
import TestSupport
import Testing

@testable import Origin

/// Cached files: every change in the folder shows at once.
@Suite(.timeLimit(.minutes(1))) struct FolderCacheTests {
    private let scratch: ScratchFolder
    private let site: FolderSite

    init() throws {
        scratch = try ScratchFolder()
        site = FolderSite(try FolderTree(scratch.path))
    }

    /// A time at which everything done so far has settled.
    private static var later: Int64 { RunClock.wall() + 10_000_000_000 }

    private func ask(_ target: String, _ fields: HTTPFields = [:], now: Int64 = later) -> ServedResponse {
        site.response(to: HTTPRequestHead(method: "GET", target: target, fields: fields), now: now)
    }

    private func text(_ target: String) -> String { ask(target).text }

    private static let long = String(repeating: "x", count: FolderCache.longestCopy + 1)

    @Test(arguments: ["short", long])
    func `a changed, replaced or removed file is never served from the cache`(first: String) throws {
        try scratch.write("a", first)
        #expect(text("/a") == first && text("/a") == first)
        #expect(site.cache.count == 1)
        try scratch.write("a", String(first.reversed()) + "!")
        #expect(text("/a") == String(first.reversed()) + "!")
        // The same length and date: another file was moved over it.
        let held = try #require(FileStatus(scratch.file("a")))
        try scratch.write("b", "?" + first)
        FileStatus.stamp(scratch.file("b"), used: 0, modified: held.modified)
        #expect(rename(scratch.file("b"), scratch.file("a")) == 0)
        #expect(text("/a") == "?" + first)
        #expect(unlink(scratch.file("a")) == 0)
        #expect(ask("/a").head.status == 404)
        mkdir(scratch.file("a"), 0o755)
        #expect(ask("/a").head.status == 307)
    }

    @Test func `a changed file with its old date restored gets a new tag`() throws {
        try scratch.write("a", "one")
        let held = try #require(FileStatus(scratch.file("a")))
        let tag = try #require(ask("/a").head.fields["ETag"])
        #expect(ask("/a", ["If-None-Match": tag]).head.status == 304)
        try scratch.write("a", "two")
        // Some kernels' timestamps do not advance for milliseconds.
        let isStamped = Waiting.until {
            FileStatus.stamp(scratch.file("a"), used: 0, modified: held.modified)
            return FileStatus(scratch.file("a")).map { $0.changed != held.changed } ?? false
        }
        #expect(isStamped)
        let response = ask("/a", ["If-None-Match": tag])
        #expect(response.head.status == 200)
        #expect(response.text == "two")
    }

    @Test func `a retargeted symbolic link is followed, but not out of the folder`() throws {
        try scratch.write("a", "one")
        try scratch.write("b", "two")
        symlink("a", scratch.file("link"))
        #expect(text("/link") == "one")
        for (target, text) in [("b", "two"), ("/etc/hostname", nil), ("a", "one")] {
            unlink(scratch.file("link"))
            symlink(target, scratch.file("link"))
            let response = ask("/link")
            #expect(response.head.status == (text == nil ? 404 : 200))
            if let text { #expect(response.text == text) }
        }
    }

    @Test func `moving a folder moves its files`() throws {
        mkdir(scratch.file("in"), 0o755)
        try scratch.write("in/a", "one")
        #expect(text("/in/a") == "one")
        #expect(rename(scratch.file("in"), scratch.file("out")) == 0)
        #expect(ask("/in/a").head.status == 404)
        #expect(text("/out/a") == "one")
    }

    @Test func `a file that was just changed is not cached`() throws {
        try scratch.write("a", "one")
        // However long this thread has waited since.
        let now = try #require(FileStatus(scratch.file("a"))).changed
        #expect(ask("/a", now: now).head.fields["ETag"]?.hasPrefix("W/") == true)
        #expect(site.cache.count == 0)
        #expect(ask("/a").head.fields["ETag"]?.hasPrefix("\"") == true)
        #expect(site.cache.count == 1)
    }

    @Test func `cached responses equal uncached ones`() throws {
        try scratch.write("a.txt", "0123456789")
        let first = ask("/a.txt")
        #expect(ask("/a.txt") == first)
        #expect(
            first.head.fields.map(\.name) == [
                "Content-Type", "Content-Length", "ETag", "Last-Modified", "Accept-Ranges",
            ]
        )
        let part = ask("/a.txt", ["Range": "bytes=2-4"])
        #expect(part.head.status == 206 && part.head.fields["Content-Length"] == "3")
        #expect(part.text == "234")
        #expect(ask("/a.txt", ["If-Match": "\"x\""]).head.status == 412)
    }

    @Test func `conditional requests are evaluated on cached files`() throws {
        try scratch.write("a", "0123456789")
        let tag = try #require(ask("/a").head.fields["ETag"])
        let date = try #require(ask("/a").head.fields["Last-Modified"])
        for (fields, status) in [
            (["If-None-Match": tag], 304), (["If-None-Match": "\"x\", \(tag)"], 304),
            (["If-None-Match": "W/\(tag)"], 304), (["If-None-Match": "*"], 304),
            (["If-None-Match": "\"x\""], 200), (["If-None-Match": tag, "If-Match": "\"x\""], 412),
            (["If-None-Match": tag, "If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"], 412),
            (["If-None-Match": tag, "Range": "bytes=0-1"], 304),
            (["If-None-Match": "\"x\"", "If-Modified-Since": date], 200),
            (["If-Modified-Since": date], 304), (["Range": "bytes=0-1"], 206), (["If-Match": tag], 200),
        ] as [(HTTPFields, Int)] {
            for target in ["/a", "/a?again"] {
                #expect(ask(target, fields).head.status == status, "\(fields)")
                #expect(ask(target, fields).head.status == status, "\(fields) again")
            }
        }
    }

    @Test func `all targets of a file share one cache entry and see its changes`() throws {
        mkdir(scratch.file("in"), 0o755)
        try scratch.write("in/index.html", "one")
        let targets = ["/in/", "/in/index.html", "/in/index.html?a", "/i%6E/index.html", "//in//"]
        for text in ["one", "other"] {
            try scratch.write("in/index.html", text)
            for _ in 0..<2 { #expect(targets.map(self.text) == targets.map { _ in text }) }
        }
        #expect(site.cache.count == 1)
        #expect(ask("/in").head.status == 307 && ask("/in/index.html/").head.status == 404)
        #expect(rename(scratch.file("in"), scratch.file(".in")) == 0)
        for target in targets { #expect(ask(target).head.status == 404) }
        #expect(ask("/.in/").head.status == 404)
    }

    @Test func `a replaced file is released`() throws {
        try scratch.write("a", "one")
        #expect(text("/a") == "one" && text("/a?b") == "one")
        weak let former = site.cache.find(target: "/a?b")
        #expect(former != nil)
        try scratch.write("a", "other")
        #expect(text("/a") == "other")
        #expect(former == nil)
        #expect(site.cache.find(target: "/a?b") == nil && site.cache.find(target: "/a") != nil)
    }

    @Test func `the number of open files is limited`() throws {
        for number in 0..<FolderCache.capacity + 10 {
            try scratch.write("\(number)", Self.long)
            #expect(ask("/\(number)").head.status == 200)
            #expect(site.cache.count <= FolderCache.capacity)
        }
        #expect(site.cache.count == 10)
        #expect(text("/0") == Self.long)
    }
}
