import HTTP
import Testing
import Wire

@testable import Serving

@Suite struct RequestStreamTests {
    private static let get = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    private static let put = Array("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab".utf8)

    private func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    @Test func `each pipelined request has the arrival times of its own bytes`() throws {
        var stream = RequestStream(HTTP1Limits())
        stream.receive(Array(Self.get.dropLast(2))[...], at: at(1))
        #expect(try stream.next() == nil)
        #expect(stream.unparsed == Self.get.count - 2)
        stream.receive((Self.get.suffix(2) + Self.get)[...], at: at(2))
        for firstByte in [at(1), at(2)] {
            guard case .head(let head, let range) = try stream.next() else {
                Issue.record("no head")
                return
            }
            #expect(head.target == "/")
            #expect(stream.instant(of: range.lowerBound) == firstByte)
            guard case .end = try stream.next() else {
                Issue.record("no end")
                return
            }
            #expect(stream.takeInstant(endingAt: range.upperBound) == at(2))
        }
        #expect(stream.unparsed == 0)
    }

    @Test(arguments: [(get, true), (put, false)])
    func `only the end of a request without a body is skipped`(
        bytes: [UInt8],
        isPassed: Bool
    ) throws {
        var stream = RequestStream(HTTP1Limits())
        stream.receive((bytes + Self.get)[...], at: at(1))
        guard case .head(_, let range) = try stream.next() else {
            Issue.record("no head")
            return
        }
        #expect(stream.unparsed == bytes.count + Self.get.count - range.upperBound)
        let passed = (stream.passEnd(), stream.passEnd())
        #expect(passed == (isPassed, false))
        if case .head = try stream.next() { #expect(isPassed) } else { #expect(!isPassed) }
    }

    @Test func `content is counted as it arrives`() throws {
        var stream = RequestStream(HTTP1Limits())
        stream.receive(Self.put[...], at: at(1))
        guard case .head = try stream.next() else {
            Issue.record("no head")
            return
        }
        #expect(stream.unparsed == 2)
        guard case .body(let first, _) = try stream.next() else {
            Issue.record("no body")
            return
        }
        #expect(first.elementsEqual("ab".utf8))
        #expect(try stream.next() == nil)
        stream.receive(Array("cd".utf8)[...], at: at(2))
        guard case .body = try stream.next() else {
            Issue.record("no more of the body")
            return
        }
        guard case .end(let end) = try stream.next() else {
            Issue.record("no end")
            return
        }
        #expect(end.contentBytes == 4)
        #expect(stream.takeInstant(endingAt: end.body.upperBound) == at(2))
        #expect(stream.unparsed == 0)
    }
}
