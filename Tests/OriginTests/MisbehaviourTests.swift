import Glibc
import Logs
import TestSupport
import Testing
import Wire

@testable import Origin

/// How an independent client reacts to each behaviour.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: access("/usr/bin/curl", X_OK) == 0, "needs /usr/bin/curl")
) struct MisbehaviourTests {
    /// Exit statuses from curl's manual.
    private enum Curl {
        static let fine: Int32 = 0
        static let weirdServer: Int32 = 8
        static let partialFile: Int32 = 18
        static let timeout: Int32 = 28
        static let gotNothing: Int32 = 52
        static let receiveError: Int32 = 56
        static let unsupported: Int32 = 1
    }

    @Test(arguments: [
        ("emptyResponse", [Curl.gotNothing], 0), ("connectionReset", [Curl.receiveError], 0),
        ("{ kind: connectionReset, after: 40 kB }", [Curl.receiveError], 40_000),
        ("truncate", [Curl.partialFile], 50_000),
        ("{ kind: wrongContentLength, excess: 5 B }", [Curl.partialFile], 100_000),
        ("malformedResponseChunk", [Curl.receiveError], 0),
        ("randomDataThenClose", [Curl.unsupported, Curl.weirdServer], 0),
        ("garbageHeader", [Curl.weirdServer], 0),
        ("{ kind: chunkedDribbleDelay, chunks: 3, for: 20 ms }", [Curl.fine], 100_000),
        ("corruptBody", [Curl.fine], 100_000), ("{ kind: slowClose, for: 10 ms }", [Curl.fine], 100_000),
        ("http2GoAway", [Curl.receiveError], 0), ("http2StreamReset", [Curl.receiveError], 0),
    ])
    func `curl reports each fault, and the next request succeeds`(
        _ fault: String,
        _ statuses: [Int32],
        _ bytes: Int
    ) throws {
        let kind =
            fault.hasPrefix("{")
            ? fault.replacing(" }", with: ", first: 1 }") : "{ kind: \(fault), first: 1 }"
        let origin = try ToldOrigin("files: { a.jpg: { image: jpeg, size: 100 kB, fault: \(kind) } }")
        let arguments = ["-o", "/dev/null", "-w", "%{size_download}", origin.url("a.jpg")]
        let met = try origin.curl(arguments)
        #expect(statuses.contains(met.status), "\(met.errors)")
        #expect(met.output == "\(bytes)")
        #expect(try origin.curl(arguments).output == "100000")
        #expect(origin.server.stop().count == 2)
    }

    @Test(arguments: ["fault: { kind: stall, after: 30 kB }", "fault: neverAccept"])
    func `curl times out on a stalled or never accepted request`(_ fault: String) throws {
        let origin = try ToldOrigin("\(fault)\nfiles: { a.jpg: { image: jpeg, size: 100 kB } }")
        let met = try origin.curl(
            ["-o", "/dev/null", "-w", "%{size_download}", origin.url("a.jpg")],
            seconds: 1
        )
        #expect(met.status == Curl.timeout)
        #expect(met.output == (fault.contains("stall") ? "30000" : "0"))
        #expect(origin.server.stop().count == (fault.contains("stall") ? 1 : 0))
    }

    @Test func `curl follows redirects and detects a redirect loop`() throws {
        let origin = try ToldOrigin(
            """
            files:
              one: { redirect: /two, status: 301 }
              two: { redirect: /three, status: 307 }
              three: { text: here }
              left: { redirect: /right }
              right: { redirect: /left }
            """
        )
        let arguments = ["-L", "--max-redirs", "9", "-w", " %{num_redirects}"]
        #expect(try origin.curl(arguments + [origin.url("one")]).output == "here 2")
        let circle = try origin.curl(arguments + [origin.url("left")])
        #expect(circle.status == 47 && circle.output == " 9")
    }

    @Test func `curl accepts compressed, chunked and unframed bodies`() throws {
        let origin = try ToldOrigin(
            """
            files:
              packed: { text: "\(String(repeating: "meow ", count: 500))", compress: [br, gzip] }
              chunked: { image: jpeg, size: 50 kB, length: chunked, trailers: { X-Sum: abc } }
              endless: { image: jpeg, size: 50 kB, length: none }
            """
        )
        let packed = try origin.curl(["--compressed", origin.url("packed")])
        #expect(packed.output == String(repeating: "meow ", count: 500))
        for file in ["chunked", "endless"] {
            let arguments = ["-o", "/dev/null", "-w", "%{size_download} %{http_code}", origin.url(file)]
            #expect(try origin.curl(arguments).output == "50000 200")
        }
        let head = try origin.curl(["-D", "-", "-o", "/dev/null", origin.url("chunked")]).output
        #expect(head.contains("Transfer-Encoding: chunked\r\n") && head.contains("X-Sum: abc\r\n"))
        #expect(!head.contains("Content-Length"))
    }

    @Test func `curl authenticates, stores cookies and resumes a download`() throws {
        let origin = try ToldOrigin(
            """
            files:
              mine: { text: hi, auth: { basic: { user: me, password: "p:w" } }, cookies: { id: 7f3a } }
              big: { text: 0123456789 }
            """
        )
        let mine = try origin.curl(["-u", "me:p:w", "-c", "-", origin.url("mine")]).output
        #expect(mine.hasPrefix("hi") && mine.contains("\tid\t7f3a"))
        #expect(try origin.curl(["-f", "-u", "me:x", origin.url("mine")]).status == 22)
        #expect(try origin.curl(["-C", "4", origin.url("big")]).output == "456789")
        #expect(try origin.curl(["-f", "-r", "20-", origin.url("big")]).status == 22)
    }

    @Test func `early hints precede the response`() throws {
        let origin = try ToldOrigin("files: { a: { text: hi, earlyHints: \"</b.css>; rel=preload\" } }")
        let client = try LoopbackClient(port: origin.server.port)
        try client.send("GET /a HTTP/1.1\r\nHost: o\r\nConnection: close\r\n\r\n")
        let text = String(decoding: try client.receiveToEnd(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 103 Early Hints\r\nLink: </b.css>; rel=preload\r\n\r\nHTTP/1.1 200"))
    }

    @Test func `paced responses take their time by the origin's clock`() throws {
        let origin = try ToldOrigin(
            """
            files:
              rated: { image: jpeg, size: 10 kB, rate: 1600 kbit/s }
              pieces: { image: jpeg, size: 10 kB, pieces: { size: 4 kB, pause: 20 ms } }
            """
        )
        for file in ["rated", "pieces"] {
            #expect(try origin.curl(["-o", "/dev/null", origin.url(file)]).status == 0)
        }
        for (entry, least) in zip(origin.server.stop(), [50_000_000, 40_000_000] as [Int64]) {
            let first = try #require(entry.responseFirstByte)
            let last = try #require(entry.responseLastByte)
            // Part of a segment may be sent with the head.
            #expect(last - first >= least - 5_000_000)
        }
    }
}
