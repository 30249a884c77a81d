import HTTP
import HTTP2
import TestSupport
import Testing
import Wire

struct HostileClientTests {
    private static let enhanceYourCalm: UInt32 = 11
    private static let second: Nanoseconds = 1_000_000_000

    /// The session's last error code.
    private func farewell(_ client: FrameClient) throws -> UInt32? {
        let frames = try client.frames()
        #expect(client.session.isOver)
        return frames.last { $0.kind == HTTP2Frame.Kind.goAway }?.farewell
    }

    @Test func `rapid resets end the connection, and later frames are ignored`() throws {
        var limits = HTTP2Limits()
        limits.resets = HTTP2Allowance(burst: 20, perSecond: 10)
        let client = try FrameClient(limits)
        for stream in stride(from: Int32(1), to: 200, by: 2) {
            try client.send(.get("/", on: stream), .reset(stream))
        }
        #expect(client.requests.count == 21)
        #expect(try farewell(client) == Self.enhanceYourCalm)
    }

    @Test func `resets spread over time are harmless`() throws {
        var limits = HTTP2Limits()
        limits.resets = HTTP2Allowance(burst: 20, perSecond: 10)
        let client = try FrameClient(limits)
        for index in 0..<200 {
            let stream = Int32(2 * index + 1)
            let now = Instant.zero + Nanoseconds(index) * Self.second / 10
            try client.send([.get("/", on: stream), .reset(stream)], at: now)
        }
        #expect(client.requests.count == 200)
        #expect(!client.session.isOver)
    }

    @Test func `resets provoked by the client count like its own`() throws {
        var limits = HTTP2Limits()
        limits.resets = HTTP2Allowance(burst: 20, perSecond: 10)
        let client = try FrameClient(limits)
        // A window that overflows is an error of its stream.
        for stream in stride(from: Int32(1), to: 200, by: 2) {
            try client.send(.get("/", on: stream), .window(.max >> 1, on: stream))
        }
        #expect(client.requests.count == 21)
        #expect(try farewell(client) == Self.enhanceYourCalm)
    }

    @Test func `a head with endless CONTINUATION frames ends the connection`() throws {
        let client = try FrameClient()
        let start = HTTP2Frame(
            HTTP2Frame.Kind.headers,
            stream: 1,
            HTTP2Frame.block(HTTP2Frame.pseudo("GET", "/"))
        )
        try client.send(start)
        let more = HTTP2Frame(HTTP2Frame.Kind.continuation, stream: 1, HTTP2Frame.block([("a", "b")]))
        #expect(throws: HTTP2Error.self) { for _ in 0..<100 { try client.send(more) } }
        #expect(client.requests.isEmpty)
        #expect(try farewell(client) == Self.enhanceYourCalm)
    }

    @Test func `a few CONTINUATION frames work like a single frame, however they are split`() throws {
        let client = try FrameClient()
        let block = HTTP2Frame.block(HTTP2Frame.pseudo("GET", "/") + [("a", "b")])
        var frames = [HTTP2Frame(HTTP2Frame.Kind.headers, flags: HTTP2Frame.endStream, stream: 1, [])]
        frames += [HTTP2Frame(HTTP2Frame.Kind.continuation, stream: 1, Array(block.prefix(10)))]
        let rest = Array(block.dropFirst(10))
        frames += [
            HTTP2Frame(HTTP2Frame.Kind.continuation, flags: HTTP2Frame.endHeaders, stream: 1, rest)
        ]
        for byte in frames.flatMap(\.serialised) { try client.session.receive([byte], at: .zero) }
        #expect(client.session.takeEvents().count == 2)
    }

    @Test(arguments: [HTTP2Frame.ping(), .settings([(4, 70_000)]), .priority(of: 1, "u=1")])
    func `too many frames without message data end the connection`(_ frame: HTTP2Frame) throws {
        var limits = HTTP2Limits()
        limits.chatter = HTTP2Allowance(burst: 50, perSecond: 10)
        // The client's setting 9: priorities follow RFC 9218.
        let client = try FrameClient(limits, settings: [(9, 1)])
        let flood = [HTTP2Frame](repeating: frame, count: 100)
        try client.send(flood)
        #expect(try farewell(client) == Self.enhanceYourCalm)
    }

    @Test func `unread replies are bounded`() throws {
        var limits = HTTP2Limits()
        limits.chatter = HTTP2Allowance(burst: .max, perSecond: 1)
        let client = try FrameClient(limits)
        #expect(throws: HTTP2Error.self) { for _ in 0..<3000 { try client.send(.ping()) } }
        #expect(try farewell(client) == Self.enhanceYourCalm)
    }

    @Test func `too many empty DATA frames end the connection`() throws {
        let client = try FrameClient()
        try client.send(.get("/", on: 1, endsStream: false))
        try client.send([HTTP2Frame](repeating: .data([], on: 1, endsStream: false), count: 2000))
        #expect(try farewell(client) == Self.enhanceYourCalm)
    }

    @Test func `an empty DATA frame that ends its stream does not count`() throws {
        var limits = HTTP2Limits()
        limits.chatter = HTTP2Allowance(burst: 10, perSecond: 1)
        let client = try FrameClient(limits)
        for stream in stride(from: Int32(1), to: 100, by: 2) {
            try client.send(.get("/", on: stream, endsStream: false), .data([], on: stream))
        }
        #expect(client.requests.count == 50)
        #expect(!client.session.isOver && client.session.wantsInput)
        let farewells = try client.frames().filter { $0.kind == HTTP2Frame.Kind.goAway }
        #expect(farewells.isEmpty)
    }

    /// A request with a field of 4,000 bytes, to which each further byte refers.
    private func bomb(on stream: Int32, references: Int) -> HTTP2Frame {
        let large = HTTP2Frame.integer(4000, bits: 7) + [UInt8](repeating: 0x61, count: 4000)
        let remembered: [UInt8] = [0x40, 1, 0x78] + large
        return HTTP2Frame(
            HTTP2Frame.Kind.headers,
            flags: HTTP2Frame.endHeaders | HTTP2Frame.endStream,
            stream: stream,
            HTTP2Frame.block(HTTP2Frame.pseudo("GET", "/")) + remembered
                + [UInt8](repeating: 0xBE, count: references)
        )
    }

    @Test func `a header list beyond the limit is discarded`() throws {
        let client = try FrameClient()
        try client.send(bomb(on: 1, references: 50))
        #expect(client.events == [.began(1), .oversized(1, isWhole: true)])
        try client.send(.get("/", on: 3))
        #expect(client.requests.count == 1)
    }

    @Test func `a large header bomb ends the connection before it is decompressed`() throws {
        let client = try FrameClient()
        #expect(throws: HTTP2Error.self) { try client.send(bomb(on: 1, references: 12_000)) }
        #expect(client.events == [.began(1)])
        #expect(try farewell(client) == Self.enhanceYourCalm)
    }

    @Test func `oversized header lists count like resets`() throws {
        let client = try FrameClient(HTTP2Limits(resets: HTTP2Allowance(burst: 5, perSecond: 1)))
        for stream in stride(from: Int32(1), to: 100, by: 2) {
            try? client.send(bomb(on: stream, references: 50))
        }
        #expect(client.events.count { if case .oversized = $0 { true } else { false } } == 6)
        #expect(try farewell(client) == Self.enhanceYourCalm)
    }

    @Test func `streams beyond an unacknowledged limit are refused and may be retried`()
        throws
    {
        let client = try FrameClient(HTTP2Limits(streams: 2))
        try client.send(.get("/1", on: 1), .get("/3", on: 3), .get("/5", on: 5))
        #expect(client.requests.map(\.target) == ["/1", "/3"])
        let reset = try #require(try client.frames().first { $0.kind == HTTP2Frame.Kind.reset })
        #expect(reset.stream == 5 && reset.code == 7)
        #expect(!client.session.isOver)
    }

    @Test func `streams beyond an acknowledged limit end the connection`() throws {
        let client = try FrameClient(HTTP2Limits(streams: 2))
        _ = try client.frames()
        try client.send(.settingsReceived, .get("/1", on: 1), .get("/3", on: 3), .get("/5", on: 5))
        #expect(client.requests.map(\.target) == ["/1", "/3"])
        #expect(try farewell(client) == 1)
    }

    /// Each is malformed by RFC 9113 and must not reach the responder.
    @Test(arguments: [
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), ("Upper", "case")],
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), ("a", "b\r\nc: d")],
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), ("a", "b\0")],
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), ("a b", "c")],
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), ("connection", "close")],
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), ("transfer-encoding", "chunked")],
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), ("te", "gzip")],
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), ("content-length", "4")],
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), (":path", "/2")],
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), ("a", "b"), (":authority", "c")],
        [(":method", "GET"), (":path", ""), (":scheme", "http")],
        [(":method", "GET"), (":scheme", "http")],
        [(":path", "/"), (":scheme", "http")],
        [(":method", "GET"), (":path", "/"), (":scheme", "http"), (":status", "200")],
    ])
    func `a malformed request resets its stream and is not reported`(_ fields: [(String, String)]) throws {
        let client = try FrameClient()
        try client.send(.request(fields, on: 1), .get("/good", on: 3))
        #expect(client.requests.map(\.target) == ["/good"])
        let reset = try #require(try client.frames().first { $0.kind == HTTP2Frame.Kind.reset })
        #expect(reset.stream == 1 && reset.code == 1)
    }

    @Test func `rejects a client that does not speak HTTP/2`() throws {
        let session = try HTTP2ServerSession()
        #expect(throws: HTTP2Error.self) {
            try session.receive(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)[...], at: .zero)
        }
    }
}
