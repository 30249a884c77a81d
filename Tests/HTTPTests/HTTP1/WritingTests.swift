import Testing

@testable import HTTP

@Suite struct WritingTests {
    @Test(arguments: [1, 9, 15, 16, 255, 4096, 1_152_812])
    func `chunks round-trip`(size: Int) {
        let content = [UInt8](repeating: 0x61, count: size)
        let head = HTTPResponseHead(status: 200, fields: ["Transfer-Encoding": "chunked"])
        var bytes = head.serialised()
        for _ in 0..<2 { bytes += HTTP1Chunk.head(size: size) + content + HTTP1Chunk.end }
        bytes += HTTP1Chunk.last(trailers: ["Digest": "x"])
        let outcome = HTTP1ResponseParser(.strict).outcome(of: [bytes[...]])
        #expect(outcome.error == nil)
        #expect(outcome.messages.first?.content == content + content)
        #expect(outcome.messages.first?.end?.trailers == ["Digest": "x"])
        #expect(outcome.messages.first?.end?.isComplete == true)
    }

    @Test func `chunk framing follows the grammar`() {
        #expect(HTTP1Chunk.head(size: 255) == Array("ff\r\n".utf8))
        #expect(HTTP1Chunk.last() == Array("0\r\n\r\n".utf8))
        #expect(HTTP1Chunk.last(trailers: ["A": "b"]) == Array("0\r\nA: b\r\n\r\n".utf8))
    }

    @Test func `interim heads precede the final head`() {
        let hints = HTTPResponseHead.earlyHints(links: ["</a.css>; rel=preload", "</b.js>; rel=preload"])
        #expect(
            String(decoding: hints.serialised(), as: UTF8.self)
                == "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\n\r\n"
        )
        #expect(HTTPResponseHead.goOn.serialised() == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        let final = HTTPResponseHead(status: 200, fields: ["Content-Length": "0"])
        let bytes = HTTPResponseHead.goOn.serialised() + hints.serialised() + final.serialised()
        let outcome = HTTP1ResponseParser(.strict).outcome(of: [bytes[...]])
        #expect(outcome.messages.map(\.head) == [.goOn, hints, final])
    }

    @Test func `a status has its registered reason phrase or an empty one`() {
        #expect(HTTPResponseHead(status: 425).reason == "Too Early")
        #expect(HTTPResponseHead(status: 599).reason == "")
        #expect(HTTPResponseHead(status: 599).serialised() == Array("HTTP/1.1 599 \r\n\r\n".utf8))
    }
}
