import HTTP
import Testing

@testable import CacheClient

@Suite struct HeadLinesTests {
    /// Number of lines that ended a head.
    private func take(_ head: inout HeadLines, _ lines: [String]) -> Int {
        lines.reduce(0) { ends, line in
            ends + (Array(line.utf8).withUnsafeBytes { head.take($0) } ? 1 : 0)
        }
    }

    @Test func `a head is parsed once its empty line has arrived`() {
        var head = HeadLines()
        #expect(take(&head, ["HTTP/1.1 206 Partial Content\r\n", "ETag: \"a\"\r\n"]) == 0)
        #expect(head.status == 206 && head.fields.isEmpty)
        #expect(take(&head, ["Content-Length: 12\r\n", "\r\n"]) == 1)
        #expect(head.fields == ["ETag": "\"a\"", "Content-Length": "12"])
        #expect(head.fields.number("content-length") == 12)
    }

    @Test func `an interim head is skipped`() {
        var head = HeadLines()
        let interim = ["HTTP/1.1 103 Early Hints\r\n", "Link: <a>\r\n", "\r\n"]
        #expect(take(&head, interim + ["HTTP/2 200 \r\n", "Age: 1\r\n", "\r\n"]) == 2)
        #expect(head.status == 200 && head.fields == ["Age": "1"])
    }

    @Test(
        arguments: [
            ("A:b\r\n", ["A": "b"]), ("A:  b \t\r\n", ["A": "b"]), ("A: b\n", ["A": "b"]),
            ("A:\r\n", ["A": ""]),
            ("no colon\r\n", [:]), ("A: \u{0}b\r\n", ["A": " b"]), ("A: b\rc\r\n", ["A": "b c"]),
            (" folded: x\r\n", [" folded": "x"]),
        ] as [(String, HTTPFields)]
    )
    func `unusually formatted header lines are parsed, too`(line: String, fields: HTTPFields) {
        for end in ["\r\n", "\n"] {
            var head = HeadLines()
            #expect(take(&head, ["HTTP/1.0 200\r\n", line, "B: c\r\n", end]) == 1)
            #expect(head.fields.map(\.name) == fields.map(\.name) + ["B"])
            #expect(head.fields.map(\.value) == fields.map(\.value) + ["c"])
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 404 Not Found", 404), ("HTTP/2 200", 200), ("HTTP/1.1", 0), ("HTTP/1.1 x", 0),
        ("HTTP/1.1 99999999999999999999999", 999),
    ])
    func `the status is the number after the version`(line: String, status: Int) {
        var head = HeadLines()
        _ = take(&head, [line + "\r\n"])
        #expect(head.status == status)
    }

    @Test(arguments: [HeadLines.most - 1, HeadLines.most, HeadLines.most + 1, HeadLines.most * 2])
    func `header fields beyond the limit are dropped`(count: Int) {
        var head = HeadLines()
        let lines = (0..<count).map { "N\($0): v\r\n" }
        #expect(take(&head, ["HTTP/1.1 200 OK\r\n"] + lines + ["\r\n"]) == 1)
        #expect(head.fields.count == min(count, HeadLines.most))
        #expect(head.fields.last?.name == "N\(min(count, HeadLines.most) - 1)")
    }
}
