import HTTP
import Testing
import Wire

@testable import Serving

/// In virtual time, at most an idle minute and 20 seconds for a head.
struct HTTP1RequestReaderTests {
    private static let idle: Nanoseconds = 60_000_000_000
    private static let head: Nanoseconds = 20_000_000_000

    private let responder = EchoResponder.answering(.stream(capacity: 4)) { .now(.text(200, $0.head.target)) }

    private func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    private func receive(
        _ text: String,
        at instant: Instant,
        _ reader: inout HTTP1RequestReader,
        _ deadline: inout Instant
    ) {
        reader.receive(Array(text.utf8)[...], at: instant, isExpecting: true, &deadline)
    }

    private func read(
        _ reader: inout HTTP1RequestReader,
        at instant: Instant,
        _ deadline: inout Instant
    ) -> RequestReading {
        reader.read(at: instant, mayUpgrade: true, &deadline)
    }

    private func reader(_ reception: BodyReception) throws -> HTTP1RequestReader {
        let responder = EchoResponder(reception: reception) { _ in .text(200, "") }
        return HTTP1RequestReader(try .ofNobody(responder, protocols: [.http1, .http2]))
    }

    @Test func `a head has its own deadline, and a body extends the deadline as it arrives`() throws {
        var reader = try reader(.keep(atMost: 9))
        var deadline = at(0)
        receive("PUT / HTTP/1.1\r\nHost: o\r\n", at: at(1), &reader, &deadline)
        receive("Content-Length: 3\r\n", at: at(2), &reader, &deadline)
        guard case .nothing = read(&reader, at: at(2), &deadline) else {
            Issue.record("half a head is no request")
            return
        }
        #expect(deadline == at(1) + Self.head && reader.owesMore && !reader.isIdle)
        receive("\r\nab", at: at(3), &reader, &deadline)
        guard case .nothing = read(&reader, at: at(4), &deadline) else {
            Issue.record("half a body is no request")
            return
        }
        #expect(deadline == at(4) + Self.idle && reader.owesMore && reader.requestFirstByte == at(1))
        receive("c", at: at(5), &reader, &deadline)
        guard case .request(let request, let lastByte, _) = read(&reader, at: at(6), &deadline) else {
            Issue.record("no request")
            return
        }
        #expect(request.body == Array("abc".utf8) && request.firstByte == at(1) && lastByte == at(5))
        #expect(!reader.owesMore && reader.isIdle)
    }

    @Test func `100 Continue is due only if the body has not begun`() throws {
        let put = "PUT / HTTP/1.1\r\nHost: o\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
        for (body, isDue) in [("", true), ("a", false)] {
            var reader = try reader(.keep(atMost: 9))
            var deadline = at(0)
            receive(put + body, at: at(1), &reader, &deadline)
            switch read(&reader, at: at(1), &deadline) {
            case .leave: #expect(isDue)
            case .nothing: #expect(!isDue)
            case .upgrade, .request, .refusal: Issue.record("neither")
            }
        }
    }

    @Test func `an h2c upgrade is reported only where allowed, otherwise a plain request`() throws {
        let get =
            "GET / HTTP/1.1\r\nHost: o\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
            + "HTTP2-Settings: AAMAAABk\r\n\r\n"
        for mayUpgrade in [true, false] {
            var reader = try reader(.drop)
            var deadline = at(0)
            receive(get, at: at(1), &reader, &deadline)
            switch reader.read(at: at(1), mayUpgrade: mayUpgrade, &deadline) {
            case .upgrade: #expect(mayUpgrade)
            case .request: #expect(!mayUpgrade)
            case .leave, .nothing, .refusal: Issue.record("neither")
            }
        }
    }

    @Test func `an upload is read as far as its stream has room`() throws {
        var reader = HTTP1RequestReader(try .ofNobody(responder))
        var deadline = at(0)
        receive("PUT / HTTP/1.1\r\nHost: o\r\nContent-Length: 6\r\n\r\n", at: at(1), &reader, &deadline)
        guard case .request = read(&reader, at: at(1), &deadline) else {
            Issue.record("no request")
            return
        }
        let body = try #require(reader.upload?.body)
        for (piece, instant) in [("abc", at(2)), ("de", at(3)), ("f", at(4))] {
            receive(piece, at: instant, &reader, &deadline)
            #expect(try reader.readUpload(at: instant, &deadline) == nil)
        }
        // Bytes without room wait.
        #expect(reader.hasUnparsed && !reader.owesMore && deadline == at(3) + Self.idle)
        #expect(body.take(atMost: 9) == .bytes(Array("abcde".utf8)[...], isLast: false))
        #expect(try reader.readUpload(at: at(5), &deadline) == at(4))
        #expect(reader.upload == nil && reader.isIdle)
        #expect(body.take(atMost: 9) == .bytes(Array("f".utf8)[...], isLast: true))
    }

    @Test func `a malformed body aborts the upload`() throws {
        var reader = HTTP1RequestReader(try .ofNobody(responder))
        var deadline = at(0)
        let put = "PUT / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\n"
        receive(put, at: at(1), &reader, &deadline)
        guard case .request = read(&reader, at: at(1), &deadline) else {
            Issue.record("no request")
            return
        }
        let body = try #require(reader.upload?.body)
        receive("x\r\n", at: at(2), &reader, &deadline)
        #expect(throws: HTTP1Error.self) { try reader.readUpload(at: at(2), &deadline) }
        #expect(reader.upload == nil)
        #expect(body.take(atMost: 9) == .brokenOff)
    }

    @Test func `bytes of an answered body do not start a new head`() throws {
        var reader = HTTP1RequestReader(try .ofNobody(responder))
        var deadline = at(0)
        let put = "PUT / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\n"
        receive(put, at: at(1), &reader, &deadline)
        guard case .request = read(&reader, at: at(1), &deadline) else {
            Issue.record("no request")
            return
        }
        receive("3", at: at(2), &reader, &deadline)
        #expect(deadline == at(1) + Self.idle)
    }

    @Test func `an abandoned request has the parts received so far`() throws {
        var reader = try reader(.keep(atMost: 9))
        var deadline = at(0)
        receive("PUT /a HTTP/1.1\r\nHost: o\r\nContent-Length: 3\r\n\r\n", at: at(1), &reader, &deadline)
        _ = read(&reader, at: at(1), &deadline)
        receive("a", at: at(2), &reader, &deadline)
        let request = reader.giveUp(at: nil)
        #expect(request.head?.target == "/a" && request.firstByte == at(1) && request.lastByte == at(2))
        let nothing = reader.giveUp(at: nil)
        #expect(nothing.head == nil && nothing.firstByte == at(2) && nothing.lastByte == at(2))
    }
}
