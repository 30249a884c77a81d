import Foundation
import HTTP
import LinuxIO
import Logs
import Serving
import TestSupport
import Testing

@testable import Origin

/// Which bytes of which state of a file a client gets, if any.
@Suite(.timeLimit(.minutes(1))) struct FolderStateTests {
    private let bench: FolderBench

    init() throws {
        bench = try FolderBench()
    }

    private static let ranges: [(String, Int, String?, String?)] = [
        ("bytes=2-4", 206, "234", "bytes 2-4/10"), ("bytes=-3", 206, "789", "bytes 7-9/10"),
        ("bytes=8-", 206, "89", "bytes 8-9/10"), ("bytes=0-99", 206, FolderBench.text, "bytes 0-9/10"),
        ("bytes=10-", 416, nil, "bytes */10"), ("lines=1-2", 200, FolderBench.text, nil),
        ("bytes=4-2", 200, FolderBench.text, nil),
    ]

    @Test(arguments: ranges)
    func `ranges give 206, 416 or the whole file, and only for GET`(
        range: String,
        status: Int,
        content: String?,
        place: String?
    )
        throws
    {
        try bench.serving { client, _ throws in
            let response = try bench.fetch(client, "/a.txt", ["Range": range])
            #expect(response.head.status == status)
            #expect(response.head.fields["Content-Range"] == place)
            if let content { #expect(response.text == content) }
            #expect(try bench.fetch(client, "/a.txt", method: "HEAD", ["Range": range]).head.status == 200)
        }
    }

    @Test func `a recreated folder is served with its new content`() throws {
        let outer = try ScratchFolder()
        let folder = outer.file("out")
        func make(_ content: String) throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try outer.write("out/a.txt", content)
        }
        try make("first")
        let site = FolderSite(try FolderTree(folder), FolderSettings(lists: true))
        func ask(_ target: String) -> ServedResponse {
            // Long after the file's timestamps, so a requested file is cached.
            site.response(to: HTTPRequestHead(method: "GET", target: target), now: 1 << 62)
        }
        for _ in 1...2 { #expect(ask("/a.txt").body == ServedBody("first")) }
        try FileManager.default.removeItem(atPath: folder)
        #expect(ask("/a.txt").head.status == 404)
        try make("second")
        for _ in 1...2 { #expect(ask("/a.txt").body == ServedBody("second")) }
        #expect(ask("/").head.status == 200)
    }

    @Test func `several ranges are sent as one multipart body of the stated length`() throws {
        try bench.serving { client, _ throws in
            let response = try bench.fetch(client, "/a.txt", ["Range": "bytes=0-1,8-9"])
            #expect(response.head.status == 206)
            let type = response.head.fields["Content-Type"] ?? ""
            #expect(type.hasPrefix("multipart/byteranges; boundary="))
            let boundary = type.split(separator: "=").last ?? ""
            #expect(response.text.components(separatedBy: "--\(boundary)").count == 4)
            #expect(response.text.contains("Content-Range: bytes 8-9/10\r\n\r\n89\r\n"))
            #expect(try bench.fetch(client, "/a.txt").text == FolderBench.text)
        }
    }

    @Test func `a client with a current copy gets 304, by tag or by date`() throws {
        try bench.serving { client, _ throws in
            let held = try bench.fetch(client, "/a.txt").head.fields
            let tag = try #require(held["ETag"])
            let date = try #require(held["Last-Modified"])
            #expect(date == "Fri, 14 Jul 2017 02:40:00 GMT")
            for (name, value, status) in [
                ("If-None-Match", tag, 304), ("If-None-Match", "\"x\"", 200),
                ("If-Modified-Since", date, 304),
                ("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", 200), ("If-Match", "\"x\"", 412),
                ("If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", 412),
            ] {
                let response = try bench.fetch(client, "/a.txt", [name: value])
                #expect(response.head.status == status, "\(name): \(value)")
                if status == 304 { #expect(response.content.isEmpty && response.head.fields["ETag"] == tag) }
            }
            try bench.scratch.write("in/a.txt", "another one")
            #expect(try bench.fetch(client, "/a.txt", ["If-None-Match": tag]).text == "another one")
        }
        try bench.serving(FolderSettings(validators: .none)) { client, _ throws in
            #expect(try bench.fetch(client, "/page/").head.fields["ETag"] == nil)
        }
    }

    @Test func `If-Range accepts the date but not a weak tag`() throws {
        try bench.serving { client, _ throws in
            // The file was just written: its tag is weak, so no range is sent by it.
            let tag = try #require(try bench.fetch(client, "/a.txt").head.fields["ETag"])
            #expect(tag.hasPrefix("W/"))
            let response = try bench.fetch(client, "/a.txt", ["Range": "bytes=5-", "If-Range": tag])
            #expect(response.head.status == 200 && response.text == FolderBench.text)
            let date = try #require(response.head.fields["Last-Modified"])
            let part = try bench.fetch(client, "/a.txt", ["Range": "bytes=5-", "If-Range": date])
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
    func `a precompressed sibling is sent to clients that prefer it`(
        accept: String?,
        content: String,
        coding: String?
    )
        throws
    {
        let fields = accept.map { ["Accept-Encoding": $0] } ?? [:]
        try bench.serving(FolderSettings(prefersCompressed: true)) { client, _ throws in
            let response = try bench.fetch(client, "/c.css", fields)
            #expect(response.text == content)
            #expect(response.head.fields["Content-Encoding"] == coding)
            #expect(response.head.fields["Content-Type"] == "text/css; charset=utf-8")
            #expect(response.head.fields["Vary"] == "Accept-Encoding")
            #expect(try bench.fetch(client, "/a.txt", fields).head.fields["Vary"] == nil)
        }
        try bench.serving { client, _ throws in
            #expect(try bench.fetch(client, "/c.css", fields).text == "plain")
            #expect(try bench.fetch(client, "/c.css.gz", fields).head.fields["Content-Encoding"] == nil)
        }
    }

    @Test func `a file that grows during the response is sent in its original length`() throws {
        let length = 8_000_000
        try [UInt8](repeating: 1, count: length).withUnsafeBytes {
            try Data($0).write(to: URL(fileURLWithPath: bench.scratch.file("in/big")))
        }
        try bench.serving { client, _ throws in
            try client.send("GET /big HTTP/1.1\r\nHost: o\r\n\r\n")
            let first = try client.receive(atMost: 1000)
            let file = try #require(FileHandle(forWritingAtPath: bench.scratch.file("in/big")))
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

    @Test func `a file truncated during the response ends the connection early`() throws {
        let length = 64_000_000
        #expect(FileManager.default.createFile(atPath: bench.scratch.file("in/big"), contents: nil))
        #expect(truncate(bench.scratch.file("in/big"), length) == 0)
        try bench.serving { _, server throws in
            let client = try LoopbackClient(port: server.port)
            try client.send("GET /big HTTP/1.1\r\nHost: o\r\n\r\n")
            var count = try client.receive(atMost: 1000).count
            #expect(truncate(bench.scratch.file("in/big"), 10) == 0)
            while let more = try? client.receive(), !more.isEmpty { count += more.count }
            #expect(count < length)
            #expect(try bench.fetch(LoopbackClient(port: server.port), "/a.txt").text == FolderBench.text)
            server.stop()
            #expect(server.log().first?.responseLastByte == nil)
        }
    }
}
