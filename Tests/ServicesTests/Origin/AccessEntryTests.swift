import JSON
import LinuxIO
import Logs
import Serving
import Testing
import Wire

@testable import Services

@Suite struct AccessEntryTests {
    private static func entry(
        _ target: String = "/a.txt",
        status: Int = 200,
        last: Int64? = 5_000_000,
        agent: String? = "curl/8"
    ) -> AccessEntry {
        AccessEntry(
            client: SocketAddress(address: 0xC000_0207, port: 4711),
            wall: 1_700_000_000_125_000_000,
            version: "HTTP/1.1",
            referer: nil,
            userAgent: agent,
            log: OriginLogEntry(
                clientPort: 4711,
                order: 0,
                method: "GET",
                target: target,
                status: status,
                headerBytes: 100,
                bodyBytes: 10,
                accepted: Instant(nanoseconds: 1_000_000),
                requestFirstByte: Instant(nanoseconds: 2_000_000),
                requestLastByte: Instant(nanoseconds: 2_000_000),
                responseFirstByte: Instant(nanoseconds: 3_000_000),
                responseLastByte: Instant(nanoseconds: 5_000_000)
            ),
            end: last.map { Instant(nanoseconds: $0) }
        )
    }

    private static func text(_ entries: AccessEntry...) -> String {
        var text = AccessText()
        for entry in entries { text.add(entry) }
        return String(decoding: text.take(), as: UTF8.self)
    }

    private static func json(_ entry: AccessEntry) -> String {
        var writer = JSONWriter()
        entry.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `a text line has the combined log format with the duration in seconds`() {
        let line =
            #"192.0.2.7 - - [14/Nov/2023:22:13:20 +0000] "GET /a.txt HTTP/1.1" 200 10 "-" "curl/8" 0.003000"#
        #expect(Self.text(Self.entry()) == line + "\n")
        #expect(Self.text(Self.entry(last: nil)).hasSuffix(" -\n"))
        #expect(Self.text(Self.entry(status: 0)).contains(#" HTTP/1.1" - 10 "#))
        var malformed = Self.entry(status: 400)
        malformed.version = nil
        #expect(Self.text(malformed).contains(#"] "-" 400 10 "#))
    }

    @Test(arguments: [
        ("a\"b", #"a\"b"#), ("a\\b", #"a\\b"#), ("a\u{1B}[31m", #"a\x1B[31m"#), ("a\r\nb", #"a\x0D\x0Ab"#),
        ("\u{E4}\u{9B}", #"\xE4\x9B"#),
    ])
    func `client text is escaped within its quotes`(agent: String, shown: String) {
        #expect(Self.text(Self.entry(agent: agent)).contains("\"\(shown)\""))
    }

    @Test func `consecutive lines have their own client and second`() {
        var (second, later, other) = (Self.entry(), Self.entry(), Self.entry())
        second.wall += 874_999_999
        later.wall += 875_000_000
        other.client = SocketAddress(address: 0xC000_0208, port: 4711)
        let lines = Self.text(Self.entry(), second, later, other, Self.entry()).split(separator: "\n")
        let starts = [
            "192.0.2.7 - - [14/Nov/2023:22:13:20 ", "192.0.2.7 - - [14/Nov/2023:22:13:20 ",
            "192.0.2.7 - - [14/Nov/2023:22:13:21 ", "192.0.2.8 - - [14/Nov/2023:22:13:20 ",
            "192.0.2.7 - - [14/Nov/2023:22:13:20 ",
        ]
        #expect(lines.count == starts.count)
        for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start)) }
    }

    @Test(
        arguments: [
            (0, "0.000000"), (499, "0.000000"), (500, "0.000001"), (1_000_000_000, "1.000000"),
            (61_000_042_000, "61.000042"),
        ] as [(Int64, String)]
    )
    func `a duration has six decimal places`(time: Int64, shown: String) {
        #expect(Self.text(Self.entry(last: 2_000_000 + time)).hasSuffix(" \(shown)\n"))
    }

    @Test func `a JSON line has the same fields and the origin's timestamps`() throws {
        let json = try JSONValue(parsing: Array(Self.json(Self.entry("/\"", last: 9_000_000)).utf8))
        #expect(json["at"] == "2023-11-14T22:13:20.125Z" && json["client"] == "192.0.2.7")
        #expect(json["target"] == "/\"" && json["clientPort"] == .integer(4711))
        #expect(
            json["durationNs"] == .integer(7_000_000) && json["responseLastByteNs"] == .integer(5_000_000)
        )
        #expect(Self.json(Self.entry()).firstIndex(of: "\n") == Self.json(Self.entry()).indices.last)
    }
}
