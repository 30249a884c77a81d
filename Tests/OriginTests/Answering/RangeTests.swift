import HTTP
import Serving
import Testing

@testable import Origin

@Suite struct RangeTests {
    private static let origin =
        "files: { a: { text: 0123456789 }, b: { text: 0123456789, status: [200, 203] } }"

    @Test(arguments: [
        ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=8-", "89", "bytes 8-9/10"),
        ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=2-99", "23456789", "bytes 2-9/10"),
        ("bytes=0-1, 1-4", "01234", "bytes 0-4/10"),
    ])
    func `a single range is sent as is`(_ range: String, _ text: String, _ place: String) throws {
        let bench = try AnsweringBench(Self.origin)
        let response = try bench.ask("/a", ["Range": range])
        #expect(response.head.status == 206 && response.text == text)
        #expect(response.head.fields["Content-Range"] == place)
        #expect(response.head.fields["Content-Length"] == "\(text.count)")
    }

    @Test func `several ranges are sent as one multipart body`() throws {
        let bench = try AnsweringBench(Self.origin)
        let response = try bench.ask("/a", ["Range": "bytes=0-1, -2"])
        #expect(response.head.status == 206)
        #expect(response.head.fields["Content-Type"]?.hasPrefix("multipart/byteranges; boundary=") == true)
        #expect(response.head.fields["Content-Length"] == "\(response.body.count)")
        #expect(response.text.contains("Content-Range: bytes 0-1/10\r\n\r\n01\r\n--"))
        #expect(response.text.contains("Content-Range: bytes 8-9/10\r\n\r\n89\r\n--"))
    }

    @Test func `a range beyond the end gives 416 with the length`() throws {
        let response = try AnsweringBench(Self.origin).ask("/a", ["Range": "bytes=10-"])
        #expect(response.head.status == 416)
        #expect(response.head.fields["Content-Range"] == "bytes */10")
    }

    @Test(arguments: ["lines=0-3", "bytes=3-1", "bytes=a"])
    func `an invalid range is ignored`(_ range: String) throws {
        #expect(try AnsweringBench(Self.origin).ask("/a", ["Range": range]).head.status == 200)
    }

    @Test func `a range requires GET and a matching If-Range`() throws {
        let bench = try AnsweringBench(Self.origin)
        let tag = try #require(try bench.ask("/a").head.fields["ETag"])
        let range = ["Range": "bytes=0-3"] as HTTPFields
        for (condition, status) in [(tag, 206), ("\"other\"", 200), ("W/\(tag)", 200)] {
            var fields = range
            fields["If-Range"] = condition
            #expect(try bench.ask("/a", fields).head.status == status)
        }
        #expect(try bench.ask("/a", method: "HEAD", range).head.status == 200)
        #expect(try bench.ask("/b", range).head.status == 206)
        #expect(try bench.ask("/b", range).head.status == 203)
    }
}
