import HTTP
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct RequestUploadTests {
    /// The bodies that the server delivered, in order.
    private final class Bodies: Sendable {
        private let taken = Mutex<[BodyStream]>([])

        func add(_ body: BodyStream) { taken.withLock { $0.append(body) } }

        func next(_ index: Int = 0) throws -> BodyStream {
            let isHere = Waiting.until { taken.withLock { $0.count > index } }
            #expect(isHere)
            return try #require(taken.withLock { $0.dropFirst(index).first })
        }
    }

    private let bodies = Bodies()

    /// Answers with the request's body as it arrives.
    private var echo: EchoResponder {
        .answering(.stream(capacity: 1000)) { [bodies] request in
            guard let stream = request.stream else { return .now(.text(200, request.head.target)) }
            bodies.add(stream)
            return .now(ServedResponse(head: HTTPResponseHead(status: 200), stream: stream))
        }
    }

    /// Answers when the test decides.
    private func late(_ late: LateResponse) -> EchoResponder {
        .answering(.stream(capacity: 1000)) { [bodies] request in
            guard let stream = request.stream else { return .now(.text(200, request.head.target)) }
            bodies.add(stream)
            return .late(late)
        }
    }

    private func post(_ fields: String, _ body: String = "", to target: String = "/") -> String {
        "POST \(target) HTTP/1.1\r\nHost: o\r\n\(fields)\r\n\r\n\(body)"
    }

    private func take(_ stream: BodyStream, _ count: Int) -> String {
        var text = ""
        let isHere = Waiting.until {
            while case .bytes(let bytes, _) = stream.take(atMost: count - text.utf8.count) {
                text += String(decoding: bytes, as: UTF8.self)
                if text.utf8.count == count { break }
            }
            return text.utf8.count >= count
        }
        #expect(isHere)
        return text
    }

    @Test func `a response may start before its request body ends, and the next request follows`() throws {
        let exchanges = try ServerBench.serving(echo) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(post("Transfer-Encoding: chunked", "3\r\nabc\r\n"))
            var text = ""
            while !text.hasSuffix("3\r\nabc\r\n") {
                text += String(decoding: try client.receive(), as: UTF8.self)
            }
            try client.send("2\r\nde\r\n0\r\nT: 1\r\n\r\n" + "GET /next HTTP/1.1\r\nHost: o\r\n\r\n")
            text = ""
            while !text.hasSuffix("/next") { text += String(decoding: try client.receive(), as: UTF8.self) }
            #expect(text.hasPrefix("2\r\nde\r\n0\r\nT: 1\r\n\r\nHTTP/1.1 200 OK\r\n"))
        }
        #expect(exchanges.map(\.bodyBytes) == [5, 5])
        #expect(exchanges.map(\.order) == [0, 1])
        let first = try #require(exchanges.first)
        #expect(first.requestLastByte > first.requestFirstByte)
    }

    @Test func `100 Continue is sent when the body is first read`() throws {
        let answer = LateResponse()
        try ServerBench.serving(late(answer)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(post("Content-Length: 3\r\nExpect: 100-continue"))
            let body = try bodies.next()
            #expect(!client.isReadable(milliseconds: 20))
            #expect(body.take(atMost: 10) == .nothing)
            var text = ""
            while !text.hasSuffix("\r\n\r\n") {
                text += String(decoding: try client.receive(), as: UTF8.self)
            }
            #expect(text == "HTTP/1.1 100 Continue\r\n\r\n")
            try client.send("abc")
            #expect(take(body, 3) == "abc")
            answer.fulfil(.text(200, "thanks"))
            let response = try client.response()
            #expect(response?.text == "thanks")
            #expect(response?.head.fields["Connection"] == nil)
        }
    }

    @Test func `a response without 100 Continue closes the connection`() throws {
        let answer = LateResponse()
        try ServerBench.serving(late(answer)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(post("Content-Length: 3\r\nExpect: 100-continue"))
            _ = try bodies.next()
            answer.fulfil(.text(417, "no"))
            let response = try client.response()
            #expect(response?.head.status == 417)
            #expect(response?.head.fields["Connection"] == "close")
        }
    }

    @Test func `a reader that does not read blocks the client and later gets all bytes`() throws {
        let answer = LateResponse()
        let size = 20_000_000
        try ServerBench.serving(late(answer)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(post("Content-Length: \(size)"))
            let body = try bodies.next()
            let reader = try WorkerThread(name: "test-reader") {
                var (held, still) = (-1, 0)
                while still < 20 {
                    Readiness.wait(for: [], milliseconds: 5)
                    still = body.written == held ? still + 1 : 0
                    held = body.written
                }
                var taken = 0
                _ = Waiting.until {
                    while case .bytes(let bytes, _) = body.take(atMost: 1 << 20) { taken += bytes.count }
                    return taken == size
                }
                answer.fulfil(.text(200, "\(held < 1_000_000) \(taken)"))
            }
            try client.send([UInt8](repeating: 7, count: size))
            #expect(try client.response()?.text == "true \(size)")
            reader.join()
        }
    }

    @Test func `an unread body is dropped and the next request is answered`() throws {
        let responder = EchoResponder.answering(.stream()) { .now(.text(200, $0.head.target)) }
        try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(post("Content-Length: 300000", to: "/1"))
            #expect(try client.response()?.text == "/1")
            try client.send([UInt8](repeating: 7, count: 300_000))
            try client.send(post("Content-Length: 2", "ab", to: "/2") + post("Content-Length: 0", to: "/3"))
            #expect(try client.response()?.text == "/2")
            #expect(try client.response()?.text == "/3")
        }
        try ServerBench.serving(responder, limits: ServingLimits(droppedBody: 1000)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(post("Content-Length: 300000", to: "/1"))
            #expect(try client.response()?.text == "/1")
            try client.send([UInt8](repeating: 7, count: 1500))
            #expect(try client.receiveToEnd() == [])
        }
    }

    @Test func `a truncated or malformed body is aborted`() throws {
        let exchanges = try ServerBench.serving(echo) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(post("Content-Length: 10", "abc"))
            let body = try bodies.next()
            client.finishSending()
            let text = String(decoding: try client.receiveToEnd(), as: UTF8.self)
            #expect(!text.hasSuffix("0\r\n\r\n"))
            #expect(body.take(atMost: 1) != .end(trailers: HTTPFields()))
            let other = try LoopbackClient(port: server.port)
            try other.send(post("Transfer-Encoding: chunked", "3\r\nabc\r\nnonsense\r\n"))
            let answer = String(decoding: try other.receiveToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && !answer.hasSuffix("0\r\n\r\n"))
        }
        #expect(exchanges.allSatisfy { $0.responseLastByte == nil })
        let answer = LateResponse()
        try ServerBench.serving(late(answer)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(post("Transfer-Encoding: chunked", "nonsense\r\n"))
            #expect(try client.response()?.head.status == 400)
            #expect(answer.isUnwanted)
        }
    }

    @Test func `a client that stalls within its body gets 408`() throws {
        let answer = LateResponse()
        try ServerBench.serving(late(answer), limits: ServingLimits(idle: 200_000_000)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(post("Content-Length: 10", "abc"))
            #expect(try client.response()?.head.status == 408)
            #expect(answer.isUnwanted)
            #expect(try bodies.next(0).isAbandoned == false)
        }
    }

    @Test func `an HTTP/2 stream may send one window of its body until it is read`() throws {
        let answer = LateResponse()
        try ServerBench.serving(late(answer)) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.request(HTTP2Frame.pseudo("POST", "/"), on: 1, endsStream: false))
            let piece = [UInt8](repeating: 7, count: 16_384)
            for _ in 0..<3 { try connection.send(.data(piece, on: 1, endsStream: false)) }
            try connection.send(.get("/3", on: 3))
            try connection.receive(3)
            let isWindow = { (frame: HTTP2Frame) in
                frame.kind == HTTP2Frame.Kind.windowUpdate && frame.stream == 1
            }
            #expect(!connection.frames.contains(where: isWindow))
            let body = try bodies.next()
            #expect(take(body, 3 * piece.count).utf8.count == 3 * piece.count)
            try connection.receive { $0.frames.contains(where: isWindow) }
            try connection.send(.data([], on: 1, endsStream: true))
            answer.fulfil(.text(200, "thanks"))
            try connection.receive(1)
            #expect(connection.text(1) == "thanks")
        }
    }

    @Test func `HTTP/2 streams are answered while their bodies arrive`() throws {
        let exchanges = try ServerBench.serving(echo) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(
                .request(HTTP2Frame.pseudo("POST", "/1"), on: 1, endsStream: false),
                .data(Array("abc".utf8), on: 1, endsStream: false)
            )
            try connection.receive { $0.text(1) == "abc" }
            try connection.send(.get("/3", on: 3), .data(Array("de".utf8), on: 1, endsStream: true))
            try connection.receive(1, 3)
            #expect(connection.text(1) == "abcde" && connection.text(3) == "/3")
            #expect(connection.reset(1) == nil)
            try connection.send(
                .request(HTTP2Frame.pseudo("POST", "/5"), on: 5, endsStream: false),
                .data(Array("abc".utf8), on: 5, endsStream: false),
                .reset(5, 8)
            )
            let body = try bodies.next(1)
            #expect(Waiting.until { body.take(atMost: 10) != .nothing })
        }
        #expect(Set(exchanges.map(\.stream)) == [1, 3, 5])
        #expect(exchanges.first { $0.stream == 1 }?.bodyBytes == 5)
    }
}
