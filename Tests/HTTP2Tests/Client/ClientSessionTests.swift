import HTTP
import HTTP2
import TestSupport
import Testing
import Wire

struct ClientSessionTests {
    private func head(_ status: Int, _ fields: HTTPFields = [:]) -> HTTPResponseHead {
        HTTPResponseHead(version: .http2, status: status, reason: "", fields: fields)
    }

    @Test func `a client starts with the preface, its limits and push disabled`() throws {
        let session = try HTTP2ClientSession(HTTP2Limits(fieldList: 9000, window: 1 << 18))
        let output = try session.send(about: 1000, from: FrameServer())
        #expect(output.bytes.starts(with: HTTP2Frame.preface))
        var rest = Array(output.bytes.dropFirst(HTTP2Frame.preface.count))
        let frames = HTTP2Frame.take(from: &rest)
        let greeting = try #require(frames.first)
        #expect(greeting.kind == HTTP2Frame.Kind.settings && greeting.flags == 0)
        let entries = stride(from: 0, to: greeting.payload.count, by: 6).map {
            Array(greeting.payload[$0..<$0 + 6])
        }
        #expect(entries.contains([0, 2, 0, 0, 0, 0]))
        #expect(entries.contains([0, 4, 0, 4, 0, 0]))
        #expect(entries.contains([0, 6, 0, 0, 0x23, 0x28]))
        #expect(frames.last?.kind == HTTP2Frame.Kind.windowUpdate)
    }

    private static let heads: [(HTTPRequestHead, HTTPFields)] = [
        (
            HTTPRequestHead(
                method: "GET",
                target: "/a?b",
                fields: ["Host": "o", "TE": "trailers", "X-A": "b"]
            ),
            [
                ":method": "GET", ":scheme": "https", ":authority": "o", ":path": "/a?b",
                "te": "trailers", "x-a": "b",
            ]
        ),
        (
            HTTPRequestHead(method: "GET", target: "http://p:81?q", fields: ["Host": "o", "TE": "gzip"]),
            [":method": "GET", ":scheme": "http", ":authority": "p:81", ":path": "/?q"]
        ),
        (
            HTTPRequestHead(method: "OPTIONS", target: "http://p"),
            [":method": "OPTIONS", ":scheme": "http", ":authority": "p", ":path": "*"]
        ),
        (
            HTTPRequestHead(method: "OPTIONS", target: "*", fields: ["Connection": "x", "Upgrade": "y"]),
            [":method": "OPTIONS", ":scheme": "https", ":path": "*"]
        ),
        (
            HTTPRequestHead(method: "CONNECT", target: "[::1]:443", fields: ["Host": "o", "A": "b"]),
            [":method": "CONNECT", ":authority": "[::1]:443", "a": "b"]
        ),
    ]

    @Test(arguments: ClientSessionTests.heads)
    func `a head becomes pseudo-fields and the fields that HTTP/2 allows`(
        head: HTTPRequestHead,
        fields: HTTPFields
    ) throws {
        let server = try FrameServer()
        #expect(try server.session.request(head, scheme: "https", hasBody: false) == 1)
        let frame = try #require(try server.frames().last { $0.stream == 1 })
        #expect(frame.kind == HTTP2Frame.Kind.headers && frame.endsStream)
        #expect(try server.fields(frame) == fields)
    }

    @Test(
        arguments: [
            HTTPRequestHead(method: "G T", target: "/"), HTTPRequestHead(method: "GET", target: "a"),
            HTTPRequestHead(method: "GET", target: "*"), HTTPRequestHead(method: "CONNECT", target: "/"),
            HTTPRequestHead(method: "GET", target: "/", fields: ["Host": "u@o"]),
            HTTPRequestHead(method: "GET", target: "/", fields: ["A b": "c"]),
            HTTPRequestHead(method: "GET", target: "/", fields: ["A": "\u{1}"]),
        ]
    )
    func `refuses to send a malformed head`(head: HTTPRequestHead) throws {
        let server = try FrameServer()
        _ = try server.frames()
        #expect {
            try server.session.request(head, scheme: "https", hasBody: false)
        } throws: { error in
            if case HTTP2Error.malformedRequest = error { true } else { false }
        }
        #expect(try server.frames().isEmpty)
    }

    @Test func `interim heads, head, body and trailers are reported in order`() throws {
        let server = try FrameServer()
        try server.ask()
        _ = try server.frames()
        try server.send(
            .response("100", on: 1),
            .response("103", on: 1, [("link", "</a>")]),
            .response("200", on: 1, [("x-a", "b")]),
            .data([1, 2], on: 1, endsStream: false),
            .request([("x-sum", "1")], on: 1)
        )
        #expect(
            server.events == [
                .interim(1, head(100)), .interim(1, head(103, ["link": "</a>"])),
                .response(1, head(200, ["x-a": "b"]), isWhole: false), .body(1, [1, 2]),
                .bodyEnd(1, ["x-sum": "1"]), .closed(1, .noError, isWhole: true),
            ]
        )
        #expect(server.session.openStreams.isEmpty)
    }

    @Test(arguments: [("GET", "204"), ("GET", "304"), ("HEAD", "200")])
    func `a response without a body is complete with its head`(method: String, status: String) throws {
        let server = try FrameServer()
        try server.ask(method)
        _ = try server.frames()
        try server.send(.response(status, on: 1, endsStream: true))
        #expect(
            server.events == [
                .response(1, head(Int(status) ?? 0), isWhole: true), .closed(1, .noError, isWhole: true),
            ]
        )
    }

    @Test func `a request's body and trailers are pulled as the server's windows allow`() throws {
        let server = try FrameServer(settings: [(4, 1000)])
        server.bodies[1] = ([UInt8](repeating: 1, count: 2500)[...], true)
        server.trailers[1] = ["X-Sum": "1"]
        try server.ask("POST", hasBody: true)
        func sent() throws -> Int {
            try server.frames().filter { $0.kind == HTTP2Frame.Kind.data }.reduce(0) { $0 + $1.payload.count }
        }
        #expect(try sent() == 1000)
        try server.send(.window(600, on: 1))
        #expect(try sent() == 600)
        try server.send(.window(5000, on: 1))
        let frames = try server.frames()
        #expect(frames.filter { $0.kind == HTTP2Frame.Kind.data }.reduce(0) { $0 + $1.payload.count } == 900)
        #expect(frames.last?.kind == HTTP2Frame.Kind.headers && frames.last?.endsStream == true)
        #expect(server.marks.last?.isLast == true)
    }

    @Test func `a body without data yet resumes later`() throws {
        let server = try FrameServer()
        server.bodies[1] = ([1, 2], false)
        try server.ask("POST", hasBody: true)
        #expect(try server.frames().last?.payload == [1, 2])
        server.bodies[1] = ([3], true)
        #expect(try server.frames().isEmpty)
        server.session.resume(1)
        let frames = try server.frames()
        #expect(frames.map(\.payload) == [[3]] && frames.last?.endsStream == true)
    }

    @Test func `CONNECT carries a tunnel in two bodies`() throws {
        let server = try FrameServer()
        server.bodies[1] = ([1, 2], false)
        try server.ask("CONNECT", hasBody: true)
        #expect(try server.frames().last?.payload == [1, 2])
        try server.send(.response("200", on: 1), .data([3, 4], on: 1, endsStream: false))
        #expect(server.events == [.response(1, head(200), isWhole: false), .body(1, [3, 4])])
        server.bodies[1] = ([], true)
        server.session.resume(1)
        #expect(try server.frames().last?.endsStream == true)
        try server.send(.data([], on: 1))
        #expect(server.events.suffix(2) == [.bodyEnd(1, [:]), .closed(1, .noError, isWhole: true)])
    }

    // MARK: Backpressure

    private func windows(_ frames: [HTTP2Frame], of stream: Int32) -> Int {
        frames.filter { $0.kind == HTTP2Frame.Kind.windowUpdate && $0.stream == stream }
            .reduce(0) { $0 + Int($1.code) }
    }

    /// A piece of a body; a server with windows of 64 KiB may send six of them.
    private static let piece = HTTP2Frame.data([UInt8](repeating: 1, count: 10_000), on: 1, endsStream: false)

    /// A server that has answered a GET with only a head.
    private func answering() throws -> FrameServer {
        var limits = HTTP2Limits.client
        limits.window = 65_535
        limits.connectionWindow = 65_535
        let server = try FrameServer(limits)
        try server.ask()
        _ = try server.frames()
        try server.send(.settingsReceived, .response("200", on: 1))
        return server
    }

    @Test func `windows are replenished only for consumed bytes`() throws {
        let server = try answering()
        try server.send([HTTP2Frame](repeating: Self.piece, count: 6))
        #expect(windows(try server.frames(), of: 1) == 0)
        server.session.consumed(20_000, of: 1)
        #expect(!server.session.hasOutput)
        server.session.consumed(20_000, of: 1)
        let frames = try server.frames()
        #expect(windows(frames, of: 1) == 40_000 && windows(frames, of: 0) == 40_000)
        // Never gives back more than was received.
        server.session.consumed(.max, of: 1)
        server.session.consumed(.max, of: 1)
        try server.send([HTTP2Frame](repeating: Self.piece, count: 4))
        server.session.consumed(40_000, of: 1)
        #expect(windows(try server.frames(), of: 1) == 60_000)
    }

    @Test func `a server that exceeds a stream's window resets the stream`() throws {
        var limits = HTTP2Limits.client
        limits.window = 65_535
        let server = try FrameServer(limits)
        try server.ask()
        _ = try server.frames()
        try server.send(.settingsReceived, .response("200", on: 1))
        let piece = HTTP2Frame.data([UInt8](repeating: 1, count: 16_000), on: 1, endsStream: false)
        try server.send([HTTP2Frame](repeating: piece, count: 5))
        _ = try server.frames()
        #expect(server.events.contains(.closed(1, .flowControlError, isWhole: false)))
    }

    @Test func `an unread stream does not block the other streams`() throws {
        var limits = HTTP2Limits.client
        limits.window = 65_535
        limits.connectionWindow = 150_000
        let server = try FrameServer(limits)
        for _ in 0..<2 { try server.ask() }
        _ = try server.frames()
        try server.send(.settingsReceived, .response("200", on: 1), .response("200", on: 3))
        func piece(_ stream: Int32) -> HTTP2Frame {
            .data([UInt8](repeating: 1, count: 15_000), on: stream, endsStream: false)
        }
        for _ in 0..<4 { try server.send(piece(1)) }
        for _ in 0..<40 {
            try server.send(piece(3))
            server.session.consumed(15_000, of: 3)
            _ = try server.frames()
        }
        #expect(server.session.openStreams == [1, 3])
        #expect(!server.events.contains { if case .closed = $0 { true } else { false } })
    }

    @Test func `data on a cancelled stream is discarded and returned to the connection window`() throws {
        let server = try answering()
        try server.send(Self.piece, Self.piece)
        _ = server.takeEvents()
        server.session.reset(1, .cancel)
        try server.send(Self.piece, Self.piece)
        let frames = try server.frames()
        #expect(frames.contains { $0.kind == HTTP2Frame.Kind.reset && $0.code == 8 })
        #expect(server.takeEvents() == [.closed(1, .cancel, isWhole: false)])
        try server.send(Self.piece)
        #expect(windows(frames + (try server.frames()), of: 0) >= 40_000)
        #expect(server.events.isEmpty)
        server.session.consumed(10_000, of: 1)
        #expect(!server.session.hasOutput)
    }

    // MARK: Ends

    @Test func `the server's stream limit blocks further requests`() throws {
        let server = try FrameServer(settings: nil)
        #expect(server.session.streamLimit == 100)
        try server.send(.settings([(3, 2)]))
        #expect(server.events == [.settings(streams: 2)])
        for _ in 0..<2 { try server.ask() }
        #expect(server.session.spareStreams == 0)
        #expect(throws: HTTP2Error.streamLimit(2)) { try server.ask() }
        _ = try server.frames()
        try server.send(.response("200", on: 1, endsStream: true))
        #expect(try server.ask() == 5)
        try server.send(.settings([(3, 0)]))
        try server.send(.response("200", on: 3, endsStream: true))
        #expect(throws: HTTP2Error.streamLimit(0)) { try server.ask() }
    }

    @Test func `GOAWAY refuses the streams beyond its last and lets the others finish`() throws {
        let server = try FrameServer()
        for _ in 0..<3 { try server.ask() }
        _ = try server.frames()
        try server.send(.farewell(0, last: 3))
        #expect(
            server.takeEvents() == [
                .goAway(.noError, last: 3), .closed(5, .refusedStream, isWhole: false),
            ]
        )
        #expect(throws: HTTP2Error.noFurtherRequests) { try server.ask() }
        for stream in [Int32(1), 3] { try server.send(.response("200", on: stream, endsStream: true)) }
        #expect(server.session.openStreams.isEmpty && server.session.spareStreams == 0)
        #expect(!server.session.wantsInput)
    }

    @Test func `the reset code determines whether a request may be retried`() throws {
        let server = try FrameServer()
        for _ in 0..<3 { try server.ask() }
        _ = try server.frames()
        try server.send(.response("200", on: 5), .reset(1, 7), .reset(3, 2), .reset(5, 0))
        #expect(
            server.events.suffix(3) == [
                .closed(1, .refusedStream, isWhole: false), .closed(3, .internalError, isWhole: false),
                .closed(5, .noError, isWhole: false),
            ]
        )
    }

    @Test func `a response may end before its request, which then stops`() throws {
        let server = try FrameServer()
        server.bodies[1] = ([1], false)
        try server.ask("POST", hasBody: true)
        _ = try server.frames()
        try server.send(.response("413", on: 1, endsStream: true), .reset(1, 0))
        #expect(server.events.last == .closed(1, .noError, isWhole: true))
    }

    @Test func `a request cancelled before it was sent is not sent`() throws {
        let server = try FrameServer()
        _ = try server.frames()
        try server.ask()
        server.session.reset(1, .cancel)
        #expect(!(try server.frames()).contains { $0.kind == HTTP2Frame.Kind.headers })
        #expect(server.events == [.closed(1, .cancel, isWhole: false)])
    }

    @Test func `a head beyond the server's or the absolute limit is not sent`() throws {
        let server = try FrameServer(settings: [(6, 1000)])
        let fields: HTTPFields = ["X": String(repeating: "x", count: 1000)]
        #expect(throws: HTTP2Error.headTooLarge(limit: 1000)) {
            try server.session.request(.plain("GET", fields), scheme: "https", hasBody: false)
        }
        let other = try FrameServer()
        let large: HTTPFields = ["X": String(repeating: "x", count: 500_000)]
        _ = try other.session.request(.plain("GET", large), scheme: "https", hasBody: false)
        let frames = try other.frames()
        #expect(frames.filter { $0.kind == HTTP2Frame.Kind.continuation }.count > 20)
        let larger: HTTPFields = ["X": String(repeating: "x", count: 1 << 20)]
        #expect(throws: HTTP2Error.headTooLarge(limit: 1 << 20)) {
            try other.session.request(.plain("GET", larger), scheme: "https", hasBody: false)
        }
    }

    @Test func `a PING is acknowledged`() throws {
        let server = try FrameServer()
        _ = try server.frames()
        try server.send(.ping())
        let answer = try #require(try server.frames().first)
        #expect(answer.kind == HTTP2Frame.Kind.ping && answer.flags == 1)
        #expect(answer.payload == HTTP2Frame.ping().payload)
    }
}
