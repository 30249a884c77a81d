import Foundation
import HTTP
import Images
import LinuxIO
import Runs
import Serving
import TestSupport
import Testing

@testable import Origin

/// A folder over loopback, asked byte by byte: no client in between tidies paths up.
@Suite(.timeLimit(.minutes(1))) struct FolderSiteTests {
    private let scratch: ScratchFolder
    private static let text = "0123456789"

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write("secret", "secret")
        for folder in ["in", "in/sub", "in/page", "in/.git", "in/.well-known", "in/a b"] {
            mkdir(scratch.file(folder), 0o755)
        }
        for (name, text) in [
            ("a.txt", Self.text), ("page/index.html", "<p>page"), (".env", "KEY=1"),
            (".git/config", "[core]"),
            (".well-known/x.json", "{}"), ("a b/ä%.txt", "umlaut"), ("c.css", "plain"),
            ("c.css.gz", "gzipped"),
            ("c.css.br", "brotli"), ("empty", ""),
        ] {
            try scratch.write("in/\(name)", text)
        }
        for name in ["a.txt", "c.css", "c.css.gz", "c.css.br"] {
            #expect(
                FileStatus.stamp(scratch.file("in/\(name)"), used: 0, modified: 1_500_000_000_000_000_000)
            )
        }
        symlink("../secret", scratch.file("in/out"))
        symlink("..", scratch.file("in/up"))
        symlink("a.txt", scratch.file("in/within"))
        mkfifo(scratch.file("in/pipe"), 0o644)
    }

    private func serving(
        _ settings: FolderSettings = FolderSettings(),
        _ body: (LoopbackClient, OriginServer) throws -> Void
    ) throws {
        let server = try OriginServer(
            configuration: OriginConfiguration(
                seed: 47,
                files: [OriginConfiguration.File(name: "made.jpg", kind: .jpeg, size: 5000)]
            ),
            site: FolderSite(FolderTree(scratch.file("in")), settings),
            listeners: ListenerSet(Listener(address: "127.0.0.1")),
            clock: RunClock()
        )
        try server.start()
        defer { server.stop() }
        try body(LoopbackClient(port: server.port), server)
    }

    private func fetch(
        _ client: LoopbackClient,
        _ target: String,
        method: String = "GET",
        _ fields: [String: String] = [:]
    ) throws -> LoopbackClient.Response {
        var head = HTTPRequestHead(method: method, target: target, fields: ["Host": "o"])
        for (name, value) in fields { head.fields.append(name, value) }
        try client.send(head.serialised())
        return try #require(try client.response(to: method))
    }

    private static let places: [(String, String, String)] = [
        ("/a.txt", text, "text/plain; charset=utf-8"), ("/within", text, "application/octet-stream"),
        ("/page/", "<p>page", "text/html; charset=utf-8"), ("//a.txt", text, "text/plain; charset=utf-8"),
        ("/a%20b/%C3%A4%25.txt", "umlaut", "text/plain; charset=utf-8"),
        ("/a.txt?x=/..", text, "text/plain; charset=utf-8"),
        ("/.well-known/x.json", "{}", "application/json"),
        ("http://o/a.txt", text, "text/plain; charset=utf-8"),
        ("/empty", "", "application/octet-stream"),
    ]

    @Test(arguments: places)
    func `what is in the folder is served with its type`(target: String, content: String, type: String) throws
    {
        try serving { client, _ throws in
            let response = try fetch(client, target)
            #expect(response.head.status == 200)
            #expect(response.text == content && response.isComplete)
            #expect(response.head.fields["Content-Type"] == type)
            #expect(response.head.fields["Accept-Ranges"] == "bytes")
            #expect(response.head.fields["Last-Modified"] != nil && response.head.fields["Date"] != nil)
        }
    }

    private static let hostile: [String] = [
        "/../secret", "/..", "/%2e%2e/secret", "/%2E%2E%2Fsecret", "/..%2fsecret", "/sub/../../secret",
        "/sub/%2e%2e/%2e%2e/secret", "/....//secret", "/..%5csecret", "/%252e%252e/secret", "/out",
        "/up/secret",
        "/up/in/a.txt", "/%00", "/a.txt%00.jpg", "//etc/passwd", "/%2fetc%2fpasswd", "/pipe", "/a.txt/",
        "/a.txt/x",
        "/.env", "/.git/config", "/%2eenv", "/nothing", "/sub/", "/%c0%ae%c0%ae/secret", "/%zz",
        "http://o/../secret", "/fixture/../a.txt", "/" + String(repeating: "x", count: 5000),
    ]

    @Test(arguments: hostile)
    func `nothing else is, however the path is spelt`(target: String) throws {
        try serving { client, _ throws in
            for method in ["GET", "HEAD"] {
                let response = try fetch(client, target, method: method)
                #expect([400, 404].contains(response.head.status), "\(response.head.status)")
                #expect(!response.text.contains("secret") && !response.text.contains(scratch.path))
            }
            // The next one is served on the same connection.
            #expect(try fetch(client, "/a.txt").text == Self.text)
        }
    }

    @Test func `names with a dot are there for who asks the server to show them`() throws {
        try serving(FolderSettings(lists: true, showsHidden: true)) { client, _ throws in
            #expect(try fetch(client, "/.env").text == "KEY=1")
            #expect(try fetch(client, "/.git/").text.contains("config"))
            #expect(try fetch(client, "/").text.contains(".env"))
        }
    }

    @Test(arguments: [
        ("/page", "/page/"), ("/page?a=1", "/page/?a=1"), ("//page", "/page/"), ("/a%20b", "/a%20b/"),
    ])
    func `a folder's path gets its slash, for now`(target: String, place: String) throws {
        try serving { client, _ throws in
            let response = try fetch(client, target)
            #expect(response.head.status == 307)
            #expect(response.head.fields["Location"] == place)
        }
    }

    @Test func `a folder is listed only where that was asked for, without what cannot be had`() throws {
        try serving { client, _ throws in
            #expect(try fetch(client, "/").head.status == 404)
        }
        try serving(FolderSettings(lists: true)) { client, _ throws in
            let page = try fetch(client, "/")
            #expect(page.head.fields["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.text.contains(#"<a href="a%20b/">a b/</a>"#))
            #expect(
                page.text.contains(#"<a href="a.txt">a.txt</a></td><td>10 B</td><td>2017-07-14 02:40</td>"#)
            )
            for name in ["out", "up", "pipe", ".env", ".git"] {
                #expect(!page.text.contains(">\(name)<"), "\(name)")
            }
            let document = try fetch(client, "/sub/", ["Accept": "application/json"])
            #expect(document.head.fields["Content-Type"] == "application/json")
            #expect(document.head.fields["Vary"] == "Accept")
            #expect(document.text.contains(#""path": "/sub/""#))
            #expect(try fetch(client, "/page/", ["Accept": "application/json"]).text == "<p>page")
            #expect(
                try fetch(client, "/", method: "HEAD").head.fields["Content-Length"]
                    == "\(page.content.count)"
            )
        }
    }

    private static let ranges: [(String, Int, String?, String?)] = [
        ("bytes=2-4", 206, "234", "bytes 2-4/10"), ("bytes=-3", 206, "789", "bytes 7-9/10"),
        ("bytes=8-", 206, "89", "bytes 8-9/10"), ("bytes=0-99", 206, text, "bytes 0-9/10"),
        ("bytes=10-", 416, nil, "bytes */10"), ("lines=1-2", 200, text, nil), ("bytes=4-2", 200, text, nil),
    ]

    @Test(arguments: ranges)
    func `a part is sent to who asks for one`(range: String, status: Int, content: String?, place: String?)
        throws
    {
        try serving { client, _ throws in
            let response = try fetch(client, "/a.txt", ["Range": range])
            #expect(response.head.status == status)
            #expect(response.head.fields["Content-Range"] == place)
            if let content { #expect(response.text == content) }
            #expect(try fetch(client, "/a.txt", method: "HEAD", ["Range": range]).head.status == 200)
        }
    }

    @Test func `several parts come in one body, of the length that was said`() throws {
        try serving { client, _ throws in
            let response = try fetch(client, "/a.txt", ["Range": "bytes=0-1,8-9"])
            #expect(response.head.status == 206)
            let type = response.head.fields["Content-Type"] ?? ""
            #expect(type.hasPrefix("multipart/byteranges; boundary="))
            let boundary = type.split(separator: "=").last ?? ""
            #expect(response.text.components(separatedBy: "--\(boundary)").count == 4)
            #expect(response.text.contains("Content-Range: bytes 8-9/10\r\n\r\n89\r\n"))
            #expect(try fetch(client, "/a.txt").text == Self.text)
        }
    }

    @Test func `a client that holds the file gets a 304, by tag and by date`() throws {
        try serving { client, _ throws in
            let held = try fetch(client, "/a.txt").head.fields
            let tag = try #require(held["ETag"])
            let date = try #require(held["Last-Modified"])
            #expect(date == "Fri, 14 Jul 2017 02:40:00 GMT")
            for (name, value, status) in [
                ("If-None-Match", tag, 304), ("If-None-Match", "\"x\"", 200),
                ("If-Modified-Since", date, 304),
                ("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", 200), ("If-Match", "\"x\"", 412),
                ("If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", 412),
            ] {
                let response = try fetch(client, "/a.txt", [name: value])
                #expect(response.head.status == status, "\(name): \(value)")
                if status == 304 { #expect(response.content.isEmpty && response.head.fields["ETag"] == tag) }
            }
            try scratch.write("in/a.txt", "another one")
            #expect(try fetch(client, "/a.txt", ["If-None-Match": tag]).text == "another one")
        }
        try serving(FolderSettings(validators: .none)) { client, _ throws in
            #expect(try fetch(client, "/page/").head.fields["ETag"] == nil)
        }
    }

    @Test func `parts of two states are never joined`() throws {
        try serving { client, _ throws in
            // Just written: its tag is weak, and no part is sent by it.
            let tag = try #require(try fetch(client, "/a.txt").head.fields["ETag"])
            #expect(tag.hasPrefix("W/"))
            let response = try fetch(client, "/a.txt", ["Range": "bytes=5-", "If-Range": tag])
            #expect(response.head.status == 200 && response.text == Self.text)
            let date = try #require(response.head.fields["Last-Modified"])
            let part = try fetch(client, "/a.txt", ["Range": "bytes=5-", "If-Range": date])
            #expect(part.head.status == 206 && part.text == "56789")
        }
    }

    private static let codings: [(String?, String, String?)] = [
        (nil, "plain", nil), ("gzip", "gzipped", "gzip"), ("br", "brotli", "br"),
        ("gzip, br", "brotli", "br"),
        ("gzip, br;q=0.5", "gzipped", "gzip"), ("gzip;q=0", "plain", nil), ("identity", "plain", nil),
        ("*", "brotli", "br"),
    ]

    @Test(arguments: codings)
    func `a compressed sibling is sent to who prefers it`(accept: String?, content: String, coding: String?)
        throws
    {
        let fields = accept.map { ["Accept-Encoding": $0] } ?? [:]
        try serving(FolderSettings(prefersCompressed: true)) { client, _ throws in
            let response = try fetch(client, "/c.css", fields)
            #expect(response.text == content)
            #expect(response.head.fields["Content-Encoding"] == coding)
            #expect(response.head.fields["Content-Type"] == "text/css; charset=utf-8")
            #expect(response.head.fields["Vary"] == "Accept-Encoding")
            #expect(try fetch(client, "/a.txt", fields).head.fields["Vary"] == nil)
        }
        try serving { client, _ throws in
            #expect(try fetch(client, "/c.css", fields).text == "plain")
            #expect(try fetch(client, "/c.css.gz", fields).head.fields["Content-Encoding"] == nil)
        }
    }

    @Test(arguments: [("OPTIONS", 204), ("POST", 405), ("PUT", 405), ("DELETE", 405), ("PROPFIND", 405)])
    func `other methods are told which there are`(method: String, status: Int) throws {
        try serving { client, _ throws in
            let response = try fetch(client, "/a.txt", method: method)
            #expect(response.head.status == status)
            #expect(response.head.fields["Allow"] == "GET, HEAD, OPTIONS")
        }
    }

    @Test func `files and fixtures of the origin are there beside the folder`() throws {
        try serving { client, _ throws in
            #expect(try fetch(client, "/made.jpg").content.count == 5000)
            #expect(try fetch(client, "/fixture/png/3000").content.count == 3000)
        }
    }

    @Test func `a file that grows while it is sent is sent as long as it was`() throws {
        let length = 8_000_000
        try [UInt8](repeating: 1, count: length).withUnsafeBytes {
            try Data($0).write(to: URL(fileURLWithPath: scratch.file("in/big")))
        }
        try serving { client, _ throws in
            try client.send("GET /big HTTP/1.1\r\nHost: o\r\n\r\n")
            let first = try client.receive(atMost: 1000)
            let file = try #require(FileHandle(forWritingAtPath: scratch.file("in/big")))
            try file.seekToEnd()
            try file.write(contentsOf: Data([2, 2, 2]))
            client.finishSending()
            let all = first + (try client.receiveToEnd())
            #expect(all.suffix(length).allSatisfy { $0 == 1 })
            #expect(
                String(decoding: all.prefix(300), as: UTF8.self).contains("Content-Length: \(length)\r\n")
            )
        }
    }

    @Test func `a file that is cut while it is sent ends the connection short of what was said`() throws {
        let length = 64_000_000
        #expect(FileManager.default.createFile(atPath: scratch.file("in/big"), contents: nil))
        #expect(truncate(scratch.file("in/big"), length) == 0)
        try serving { _, server throws in
            let client = try LoopbackClient(port: server.port, receiveBuffer: 4096)
            try client.send("GET /big HTTP/1.1\r\nHost: o\r\n\r\n")
            var count = try client.receive(atMost: 1000).count
            #expect(truncate(scratch.file("in/big"), 10) == 0)
            while let more = try? client.receive(), !more.isEmpty { count += more.count }
            #expect(count < length)
            #expect(try fetch(LoopbackClient(port: server.port), "/a.txt").text == Self.text)
            server.stop()
            #expect(server.log().first?.responseLastByte == nil)
        }
    }

    @Test(.enabled(if: !Machine.isRoot, "root may read everything"))
    func `what the user may not read is forbidden`() throws {
        chmod(scratch.file("in/a.txt"), 0)
        try serving { client, _ throws in
            #expect(try fetch(client, "/a.txt").head.status == 403)
        }
    }
}
