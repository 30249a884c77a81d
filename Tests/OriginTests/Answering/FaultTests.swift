import HTTP
import Serving
import Testing

@testable import Origin

@Suite struct FaultTests {
    private static let size = 10_000

    private func bench(_ fault: String) throws -> AnsweringBench {
        try AnsweringBench("files: { a.jpg: { image: jpeg, size: 10 kB, fault: \(fault) }, b: { text: b } }")
    }

    @Test(
        arguments: [
            ("emptyResponse", .close(.start)), ("connectionReset", .reset(.start)),
            ("{ kind: connectionReset, after: 4 kB }", .reset(.content(4000))),
            ("truncate", .close(.content(5000))), ("{ kind: truncate, after: 0 B }", .close(.content(0))),
            ("stall", .stall(.content(5000))), ("{ kind: slowClose, for: 2 s }", .slowClose(2_000_000_000)),
            ("http2GoAway", .goAway(.start)),
            ("{ kind: http2StreamReset, after: 1 kB }", .streamReset(.content(1000))), ("none", .whole),
        ] as [(String, ResponseEnding)]
    )
    func `the fault determines how the response ends`(_ fault: String, _ ending: ResponseEnding) throws {
        let response = try bench(fault).ask("/a.jpg")
        #expect(response.course.ending == ending)
        #expect(response.head.status == 200 && response.body.count == Self.size)
    }

    @Test func `a dribble sends a few chunks, spread over its time`() throws {
        let response = try bench("{ kind: chunkedDribbleDelay, chunks: 4, for: 3 s }").ask("/a.jpg")
        #expect(response.framing == .chunked(size: 2500) && response.head.fields["Content-Length"] == nil)
        #expect(response.course.pieces == PacedPieces(size: 2500, pause: 1_000_000_000))
    }

    @Test func `a wrong Content-Length exceeds the body`() throws {
        let response = try bench("{ kind: wrongContentLength, excess: 7 B }").ask("/a.jpg")
        #expect(response.head.fields["Content-Length"] == "10007" && response.body.count == Self.size)
        #expect(response.course.ending == .close(.content(Self.size)))
    }

    @Test func `a corrupt body has a few flipped bits, different each time, and a correct head`()
        throws
    {
        let bench = try bench("{ kind: corruptBody, first: 2 }")
        let bodies = try (0..<3).map { _ in try bench.ask("/a.jpg") }
        #expect(Set(bodies.map { $0.head.fields["ETag"] }).count == 1)
        for body in bodies.prefix(2) {
            let wrong = zip(body.bytes, bodies[2].bytes).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
            #expect((1...2).contains(wrong) && body.body.count == Self.size)
        }
        #expect(bodies[0].bytes != bodies[1].bytes)
    }

    @Test func `a long body is corrupted as well`() throws {
        let fault = "fault: { kind: corruptBody, first: 1 }"
        let bench = try AnsweringBench("files: { a.jpg: { image: jpeg, size: 200 kB, \(fault) } }")
        let (wrong, right) = (try bench.ask("/a.jpg"), try bench.ask("/a.jpg"))
        let bits = zip(wrong.bytes, right.bytes).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
        #expect((1...21).contains(bits) && wrong.bytes.count == 200_000)
    }

    @Test func `garbage in place of a response is not a valid response`() throws {
        for kind in ["malformedResponseChunk", "randomDataThenClose", "garbageHeader"] {
            let response = try bench(kind).ask("/a.jpg")
            #expect(response.framing == .bare && response.head.status == 200)
            let isResponse = response.text.hasPrefix("HTTP/1.1 200 OK\r\n")
            #expect(isResponse == (kind != "randomDataThenClose"))
            #expect(try bench(kind).ask("/a.jpg").bytes == response.bytes || kind == "malformedResponseChunk")
        }
        var parser = HTTP1ResponseParser(.strict)
        parser.expect(method: "GET")
        parser.receive(try bench("garbageHeader").ask("/a.jpg").bytes)
        #expect(throws: HTTP1Error.self) { _ = try parser.next() }
    }

    @Test func `a fault affects the first requests of its file or a share of them`() throws {
        let first = try bench("{ kind: emptyResponse, first: 2 }")
        _ = try first.ask("/b")
        let endings = try (0..<4).map { _ in try first.ask("/a.jpg").course.ending }
        #expect(endings == [.close(.start), .close(.start), .whole, .whole])

        let some = try bench("{ kind: emptyResponse, probability: 30 % }")
        let met = try (0..<1000).map { _ in try some.ask("/a.jpg").course.ending != .whole }
        #expect((260...340).contains(met.count { $0 }))
        let again = try bench("{ kind: emptyResponse, probability: 30 % }")
        #expect(try (0..<1000).map { _ in try again.ask("/a.jpg").course.ending != .whole } == met)
        let both = try bench("{ kind: emptyResponse, probability: 50 %, first: 10 }")
        #expect(
            try (0..<30).map { _ in try both.ask("/a.jpg").course.ending }.dropFirst(10).allSatisfy {
                $0 == .whole
            }
        )
    }
}
