import HTTP
import HTTP2
import Testing
import Wire

/// A client's session and a server's, over memory.
struct BothEndsTests {
    /// Bodies of given sizes, made on demand.
    private final class Sizes: HTTP2BodySource {
        var left: [HTTP2StreamID: Int] = [:]
        var trailers: [HTTP2StreamID: HTTPFields] = [:]
        private let piece = [UInt8](repeating: 0x61, count: 16_384)

        func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece {
            guard let rest = left[stream] else { return .reset(.internalError) }
            if rest == 0, let trailers = trailers[stream] { return .trailers(trailers) }
            let bytes = piece.prefix(min(count, rest))
            left[stream] = rest - bytes.count
            return .bytes(bytes, isLast: bytes.count == rest && trailers[stream] == nil)
        }
    }

    /// Two ends, and the bytes between them.
    private struct Exchange {
        let client: HTTP2ClientSession
        let server: HTTP2ServerSession
        let uploads = Sizes()
        let downloads = Sizes()
        var clientEvents: [HTTP2ClientEvent] = []
        var serverEvents: [HTTP2Event] = []
        var received: [HTTP2StreamID: Int] = [:]
        var sent: [HTTP2StreamID: Int] = [:]
        /// Maximum bytes in flight at once.
        var longestTurn = 0

        init() throws {
            client = try HTTP2ClientSession()
            server = try HTTP2ServerSession()
        }

        /// One turn of each end; false once both are idle. Received body bytes are consumed at once.
        mutating func turn() throws -> Bool {
            let up = try client.send(about: 65_536, from: uploads).bytes
            if !up.isEmpty { try server.receive(up[...], at: .zero) }
            for event in server.takeEvents() {
                if case .body(let stream, let bytes) = event {
                    sent[stream, default: 0] += bytes.count
                    server.consumed(bytes.count, of: stream)
                } else {
                    serverEvents.append(event)
                }
            }
            let down = try server.send(about: 65_536, from: downloads).bytes
            if !down.isEmpty { try client.receive(down[...], at: .zero) }
            for event in client.takeEvents() {
                if case .body(let stream, let bytes) = event {
                    received[stream, default: 0] += bytes.count
                    client.consumed(bytes.count, of: stream)
                } else {
                    clientEvents.append(event)
                }
            }
            longestTurn = max(longestTurn, up.count, down.count)
            return !up.isEmpty || !down.isEmpty
        }

        mutating func settle() throws {
            while try turn() {}
        }
    }

    @Test func `client and server exchange bodies, trailers and interim heads in both directions`() throws {
        var exchange = try Exchange()
        let head = HTTPRequestHead.plain("POST", ["Expect": "100-continue", "Cookie": "a=1"])
        let stream = try exchange.client.request(head, scheme: "http", hasBody: true)
        exchange.uploads.left[stream] = 300_000
        exchange.uploads.trailers[stream] = ["X-Sum": "1"]
        try exchange.settle()
        let fields: HTTPFields = ["host": "origin.test", "expect": "100-continue", "cookie": "a=1"]
        let request = HTTPRequestHead(method: "POST", target: "/", version: .http2, fields: fields)
        #expect(
            exchange.serverEvents == [
                .began(1), .request(1, request, isWhole: false), .bodyEnd(1, ["x-sum": "1"]),
            ]
        )
        #expect(exchange.sent == [1: 300_000])
        try exchange.server.inform(.goOn, on: 1)
        exchange.downloads.left[1] = 300_000
        exchange.downloads.trailers[1] = ["X-End": "2"]
        try exchange.server.respond(HTTPResponseHead(status: 200, fields: ["A": "b"]), on: 1, hasBody: true)
        try exchange.settle()
        #expect(exchange.received == [1: 300_000])
        let response = HTTPResponseHead(version: .http2, status: 200, reason: "", fields: ["a": "b"])
        #expect(
            exchange.clientEvents.dropFirst() == [
                .interim(1, HTTPResponseHead(version: .http2, status: 100, reason: "")),
                .response(1, response, isWhole: false), .bodyEnd(1, ["x-end": "2"]),
                .closed(1, .noError, isWhole: true),
            ]
        )
    }

    @Test func `a connection carries streams up to its limit and frees them all`() throws {
        var exchange = try Exchange()
        try exchange.settle()
        #expect(exchange.client.spareStreams == 128)
        for index in 0..<128 {
            let stream = try exchange.client.request(.plain(), scheme: "http", hasBody: false)
            exchange.downloads.left[stream] = 1000 * index
        }
        try exchange.settle()
        for case .request(let stream, _, _) in exchange.serverEvents {
            let head = HTTPResponseHead(status: 200)
            try exchange.server.respond(head, on: stream, hasBody: exchange.downloads.left[stream] != 0)
        }
        try exchange.settle()
        #expect(exchange.client.openStreams.isEmpty && exchange.client.spareStreams == 128)
        #expect(exchange.received.values.reduce(0, +) == 1000 * 127 * 64)
    }

    @Test func `after a server's GOAWAY accepted streams finish and the rest are refused`() throws {
        var exchange = try Exchange()
        for _ in 0..<3 { _ = try exchange.client.request(.plain(), scheme: "http", hasBody: false) }
        try exchange.settle()
        exchange.server.goAway(.noError, last: 3)
        for stream in [Int32(1), 3] {
            try exchange.server.respond(HTTPResponseHead(status: 204), on: stream, hasBody: false)
        }
        try exchange.settle()
        #expect(exchange.clientEvents.contains(.closed(5, .refusedStream, isWhole: false)))
        #expect(exchange.clientEvents.contains(.goAway(.noError, last: 3)))
        #expect(exchange.clientEvents.contains(.closed(3, .noError, isWhole: true)))
        #expect(exchange.client.isOver)
    }

    /// Half a gibibyte each way in turns of 64 KiB.
    @Test func `512 MiB pass in each direction in bounded turns`() throws {
        let size = 512 << 20
        var exchange = try Exchange()
        let stream = try exchange.client.request(.plain("PUT"), scheme: "http", hasBody: true)
        exchange.uploads.left[stream] = size
        exchange.downloads.left[stream] = size
        _ = try exchange.turn()
        try exchange.server.respond(HTTPResponseHead(status: 200), on: stream, hasBody: true)
        try exchange.settle()
        #expect(exchange.longestTurn < 65_536 + 16_394)
        #expect(exchange.sent == [stream: size] && exchange.received == [stream: size])
        #expect(exchange.clientEvents.last == .closed(stream, .noError, isWhole: true))
    }
}
