import HTTP
import HTTP2
import Testing
import Wire

@testable import Serving

/// Events in virtual time, without frames.
struct MultiplexedRequestReaderTests {
    private static let head = HTTPRequestHead(
        method: "PUT",
        target: "/a",
        version: .http2,
        fields: ["Host": "o"]
    )

    private let timing = MultiplexedTiming(ServingLimits(idle: 100, head: 10), at: .zero)

    private func reader(_ responder: EchoResponder) throws -> MultiplexedRequestReader {
        MultiplexedRequestReader(try .ofNobody(responder), try HTTP2ServerSession(), timing)
    }

    private func reader(_ reception: BodyReception) throws -> MultiplexedRequestReader {
        try reader(EchoResponder(reception: reception) { _ in .text(200, "") })
    }

    private func heed(
        _ event: HTTP2Event,
        at instant: Int64,
        _ reader: inout MultiplexedRequestReader
    ) -> MultiplexedRequestReading? {
        timing.now = Instant(nanoseconds: instant)
        return reader.heed(event)
    }

    private func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    @Test func `bodies are collected per stream, and requests are numbered by their heads`() throws {
        var reader = try reader(.keep(atMost: 9))
        #expect(heed(.began(1), at: 1, &reader) == nil)
        #expect(timing.expiry == at(11))
        #expect(heed(.began(3), at: 2, &reader) == nil)
        #expect(heed(.request(3, Self.head, isWhole: false), at: 3, &reader) == nil)
        #expect(heed(.request(1, Self.head, isWhole: false), at: 4, &reader) == nil)
        #expect(timing.expiry == at(104))
        for bytes in [Array("ab".utf8), Array("c".utf8)] {
            #expect(heed(.body(1, bytes), at: 5, &reader) == nil)
            #expect(heed(.body(3, bytes + bytes), at: 6, &reader) == nil)
        }
        let reading = heed(.bodyEnd(1, ["T": "1"]), at: 7, &reader)
        guard case .request(1, let first, let record, interim: 0)? = reading else {
            Issue.record("no request")
            return
        }
        #expect(first.body == Array("abc".utf8) && first.trailers == ["T": "1"] && first.stream == nil)
        #expect(record.order == 1 && record.stream == 1 && record.request?.target == "/a")
        #expect(record.requestFirstByte == at(1) && record.requestLastByte == at(7))
        let next = heed(.bodyEnd(3, HTTPFields()), at: 8, &reader)
        guard case .request(3, let second, let other, interim: 0)? = next else {
            Issue.record("no request")
            return
        }
        #expect(second.body == Array("ababcc".utf8) && other.order == 0)
    }

    @Test func `a body beyond the limit is refused once and the rest is dropped`() throws {
        var reader = try reader(.keep(atMost: 3))
        _ = heed(.began(1), at: 1, &reader)
        _ = heed(.request(1, Self.head, isWhole: false), at: 2, &reader)
        let reading = heed(.body(1, [1, 2, 3, 4]), at: 3, &reader)
        guard case .refusal(1, .bodyTooLarge(limit: 3), let record, interim: 0)? = reading else {
            Issue.record("no refusal")
            return
        }
        #expect(record.request != nil && record.requestLastByte == at(3))
        #expect(heed(.body(1, [5]), at: 4, &reader) == nil)
        #expect(heed(.bodyEnd(1, HTTPFields()), at: 5, &reader) == nil)
    }

    @Test(arguments: [
        HTTPFields(), ["Host": "o", "host": "p"], ["Host": "a b"],
    ]) func `a head with an ambiguous host is refused`(fields: HTTPFields) throws {
        var reader = try reader(.drop)
        var head = Self.head
        head.fields = fields
        _ = heed(.began(1), at: 1, &reader)
        let reading = heed(.request(1, head, isWhole: true), at: 2, &reader)
        guard case .refusal(1, .malformed(let error), let record, interim: 0)? = reading else {
            Issue.record("no refusal")
            return
        }
        #expect(error.problem == .host && record.request == nil)
    }

    @Test func `a body is written to its stream until the stream ends`() throws {
        var reader = try reader(.stream(capacity: 10))
        _ = heed(.began(1), at: 1, &reader)
        let reading = heed(.request(1, Self.head, isWhole: false), at: 2, &reader)
        guard case .request(1, let request, _, interim: 0)? = reading else {
            Issue.record("no request")
            return
        }
        let body = try #require(request.stream)
        #expect(reader.uploading == [1])
        #expect(heed(.body(1, Array("ab".utf8)), at: 3, &reader) == nil)
        #expect(body.take(atMost: 9) == .bytes(Array("ab".utf8)[...], isLast: false))
        let end = heed(.bodyEnd(1, HTTPFields()), at: 4, &reader)
        guard case .uploaded(1)? = end else {
            Issue.record("not told")
            return
        }
        #expect(body.take(atMost: 9) == .end(trailers: HTTPFields()))
        #expect(reader.uploading == [])
    }

    @Test func `a tunnel takes the remaining body, or an end if the client has ended`() throws {
        let (open, ended) = (BodyStream(), BodyStream())
        var reader = try reader(.decline)
        for stream: HTTP2StreamID in [1, 3] {
            _ = heed(.began(stream), at: 1, &reader)
            _ = heed(.request(stream, Self.head, isWhole: stream == 3), at: 2, &reader)
        }
        reader.redirect(1, to: open)
        reader.redirect(3, to: ended)
        _ = heed(.body(1, Array("ab".utf8)), at: 3, &reader)
        #expect(open.take(atMost: 9) == .bytes(Array("ab".utf8)[...], isLast: false))
        #expect(ended.take(atMost: 9) == .end(trailers: HTTPFields()))
        // A stream that is closed before its end breaks off.
        _ = heed(.closed(1, .cancel), at: 4, &reader)
        #expect(open.take(atMost: 9) == .brokenOff)
    }

    @Test func `a head refused by the session is recorded without a response`() throws {
        let responder = EchoResponder()
        var reader = try reader(responder)
        _ = heed(.began(1), at: 1, &reader)
        _ = heed(.closed(1, .protocolError), at: 5, &reader)
        #expect(timing.expiry == at(100))
        let record = try #require(responder.ended.first)
        #expect(record.request == nil && record.requestFirstByte == at(1) && record.requestLastByte == at(5))
    }
}
