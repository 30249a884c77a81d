import HTTP
import HTTP2
import TestSupport
import Testing
import Wire

struct ServerSessionTests {
    private let ok = HTTPResponseHead(status: 200, fields: ["Content-Type": "text/plain"])

    @Test func `a server starts with its limits and disables RFC 7540 priorities`() throws {
        let client = try FrameClient(HTTP2Limits(streams: 7, fieldList: 9000))
        let greeting = try #require(try client.frames().first)
        #expect(greeting.kind == HTTP2Frame.Kind.settings && greeting.flags == 0)
        let entries = stride(from: 0, to: greeting.payload.count, by: 6).map {
            Array(greeting.payload[$0..<$0 + 6])
        }
        #expect(entries.contains([0, 3, 0, 0, 0, 7]))
        #expect(entries.contains([0, 6, 0, 0, 0x23, 0x28]))
        #expect(entries.contains([0, 9, 0, 0, 0, 1]))
    }

    @Test func `pseudo-fields become the request head and split cookies are joined`() throws {
        let client = try FrameClient()
        try client.send(
            .get("/a?b", on: 1, [("cookie", "a=1"), ("accept", "*/*"), ("cookie", "b=2"), ("host", "evil")])
        )
        let fields: HTTPFields = ["host": "origin.test", "accept": "*/*", "cookie": "a=1; b=2"]
        let head = HTTPRequestHead(method: "GET", target: "/a?b", version: .http2, fields: fields)
        #expect(client.events == [.began(1), .request(1, head, isWhole: true)])
    }

    @Test func `requests are parsed from single bytes`() throws {
        let client = try FrameClient()
        let frames: [HTTP2Frame] = [.get("/a", on: 1, endsStream: false), .data([1, 2, 3], on: 1)]
        let bytes = frames.flatMap(\.serialised)
        for byte in bytes { try client.session.receive([byte], at: .zero) }
        let events = client.session.takeEvents()
        #expect(events.first == .began(1))
        #expect(events.contains { if case .request(1, _, isWhole: false) = $0 { true } else { false } })
        let body = events.flatMap { event -> [UInt8] in
            if case .body(1, let bytes) = event { bytes } else { [] }
        }
        #expect(body == [1, 2, 3])
        #expect(events.last == .bodyEnd(1, [:]))
    }

    @Test func `trailers end a request's body`() throws {
        let client = try FrameClient()
        try client.send(
            .get("/", on: 1, endsStream: false),
            .data([1], on: 1, endsStream: false),
            .request([("x-sum", "1")], on: 1)
        )
        #expect(client.events.last == .bodyEnd(1, ["x-sum": "1"]))
    }

    @Test func `a response is sent as a head and DATA frames and closes its stream`() throws {
        let client = try FrameClient()
        try client.send(.get("/", on: 1))
        client.bodies[1] = (Array("hello"[...].utf8)[...], true)
        try client.session.respond(ok, on: 1, hasBody: true)
        let frames = try client.frames().filter { $0.stream == 1 }
        #expect(frames.map(\.kind) == [HTTP2Frame.Kind.headers, HTTP2Frame.Kind.data])
        #expect(try client.fields(frames[0]) == [":status": "200", "content-type": "text/plain"])
        #expect(frames[1].payload == Array("hello".utf8) && frames[1].endsStream)
        #expect(client.events.last == .closed(1, .noError))
        #expect(client.marks.map(\.content) == [.fields, .data(5)])
        #expect(client.marks.map(\.isLast) == [false, true])
        #expect(client.marks.map(\.range.count) == [frames[0].serialised.count, 14])
    }

    @Test func `a response without a body is a single HEADERS frame`() throws {
        let client = try FrameClient()
        try client.send(.get("/", on: 1))
        try client.session.respond(HTTPResponseHead(status: 304), on: 1, hasBody: false)
        let frames = try client.frames().filter { $0.stream == 1 }
        #expect(frames.count == 1 && frames[0].endsStream)
    }

    @Test func `drops HTTP/1 connection fields and replaces line breaks in values`()
        throws
    {
        let client = try FrameClient()
        try client.send(.get("/", on: 1))
        let fields: HTTPFields = [
            "Connection": "close", "Transfer-Encoding": "chunked", "Keep-Alive": "a", "X-A": "b\r\nc: d",
        ]
        try client.session.respond(HTTPResponseHead(status: 204, fields: fields), on: 1, hasBody: false)
        let frame = try #require(try client.frames().first { $0.stream == 1 })
        #expect(try client.fields(frame) == [":status": "204", "x-a": "b  c: d"])
    }

    @Test func `interim heads precede the response and trailers follow the body`() throws {
        let client = try FrameClient()
        try client.send(.get("/", on: 1))
        try client.session.inform(HTTPResponseHead(status: 103, fields: ["Link": "</a>"]), on: 1)
        client.bodies[1] = ([1], true)
        client.trailers[1] = ["X-Sum": "1"]
        try client.session.respond(ok, on: 1, hasBody: true)
        let frames = try client.frames().filter { $0.stream == 1 }
        let heads = try frames.filter { $0.kind == HTTP2Frame.Kind.headers }.map { try client.fields($0) }
        #expect(heads.map { $0[":status"] } == ["103", "200", nil])
        #expect(heads.last == ["x-sum": "1"])
        #expect(frames.last?.endsStream == true && frames.filter(\.endsStream).count == 1)
        #expect(frames.flatMap { $0.kind == HTTP2Frame.Kind.data ? $0.payload : [] } == [1])
    }

    @Test func `reports whether the stream's or the connection's window is closed`() throws {
        let client = try FrameClient(settings: [(4, 40_000)])
        try client.send(.get("/", on: 1), .get("/", on: 3))
        for stream: Int32 in [1, 3] {
            client.bodies[stream] = ([UInt8](repeating: 1, count: 100_000)[...], true)
            try client.session.respond(ok, on: stream, hasBody: true)
            #expect(client.session.closedWindow(for: stream) == nil)
            _ = try client.frames()
        }
        #expect(
            client.session.closedWindow(for: 1) == HTTP2ClosedWindow(isOfConnection: false, size: 40_000)
        )
        #expect(
            client.session.closedWindow(for: 3) == HTTP2ClosedWindow(isOfConnection: true, size: 65_535)
        )
        try client.send(.window(100_000))
        #expect(client.session.closedWindow(for: 3) == nil)
        _ = try client.frames()
        try client.send(.window(10, on: 1), .window(10, on: 3))
        #expect(client.session.closedWindow(for: 1) == nil && client.session.closedWindow(for: 3) == nil)
    }

    @Test func `a body is sent and pulled only as far as the windows allow`() throws {
        // The client's setting 4: the initial window of its streams.
        let client = try FrameClient(settings: [(4, 1000)])
        try client.send(.get("/", on: 1))
        client.bodies[1] = ([UInt8](repeating: 1, count: 5000)[...], true)
        try client.session.respond(ok, on: 1, hasBody: true)
        func sent() throws -> Int {
            try client.frames().filter { $0.kind == HTTP2Frame.Kind.data }.reduce(0) { $0 + $1.payload.count }
        }
        #expect(try sent() == 1000)
        #expect(client.bodies[1]?.bytes.count == 4000)
        try client.send(.window(500, on: 1))
        #expect(try sent() == 500)
        try client.send(.window(100_000, on: 1))
        #expect(try sent() == 3500)
    }

    @Test func `output is produced in bounded turns`() throws {
        let client = try FrameClient(settings: [(4, 1 << 20)])
        try client.send(.get("/", on: 1), .window(1 << 20))
        client.bodies[1] = ([UInt8](repeating: 1, count: 200_000)[...], true)
        try client.session.respond(ok, on: 1, hasBody: true)
        let output = try client.session.send(about: 65_536, from: client)
        #expect(output.bytes.count >= 65_536 && output.bytes.count < 65_536 + 16_394)
        #expect(client.longestPiece <= 16_384)
    }

    @Test func `a body without data yet does not block other streams and resumes later`() throws {
        let client = try FrameClient()
        try client.send(.get("/1", on: 1), .get("/3", on: 3))
        client.bodies = [1: ([1, 2], false), 3: ([3], true)]
        for stream in [Int32(1), 3] { try client.session.respond(ok, on: stream, hasBody: true) }
        let frames = try client.frames()
        #expect(frames.contains { $0.stream == 3 && $0.endsStream })
        #expect(frames.filter { $0.stream == 1 }.last?.payload == [1, 2])
        client.bodies[1] = ([9], true)
        #expect(try client.frames().isEmpty)
        client.session.resume(1)
        #expect(try client.frames().map(\.payload) == [[9]])
    }

    @Test func `a failed body resets only its stream`() throws {
        let client = try FrameClient()
        try client.send(.get("/1", on: 1), .get("/3", on: 3))
        client.bodies = [3: ([3], true)]
        for stream in [Int32(1), 3] { try client.session.respond(ok, on: stream, hasBody: true) }
        let frames = try client.frames()
        let reset = try #require(frames.first { $0.kind == HTTP2Frame.Kind.reset })
        #expect(reset.stream == 1 && reset.code == 2)
        #expect(frames.contains { $0.stream == 3 && $0.endsStream })
        #expect(client.events.contains(.closed(1, .internalError)))
        #expect(!client.session.isOver)
    }

    @Test func `a head too large to be sent resets its stream`() throws {
        let client = try FrameClient()
        try client.send(.get("/", on: 1))
        let head = HTTPResponseHead(status: 200, fields: ["X": String(repeating: "x", count: 100_000)])
        try client.session.respond(head, on: 1, hasBody: false)
        let frames = try client.frames()
        #expect(frames.contains { $0.kind == HTTP2Frame.Kind.reset && $0.stream == 1 })
    }

    @Test func `GOAWAY names the last stream, and the streams up to it finish`() throws {
        let client = try FrameClient()
        try client.send(.get("/1", on: 1), .get("/3", on: 3))
        client.bodies = [1: ([1], true), 3: ([3], true)]
        for stream in [Int32(1), 3] { try client.session.respond(ok, on: stream, hasBody: true) }
        #expect(client.session.lastStream == 3)
        client.session.goAway(.noError, last: 1)
        let frames = try client.frames()
        let farewell = try #require(frames.first { $0.kind == HTTP2Frame.Kind.goAway })
        #expect(farewell.payload.prefix(8) == [0, 0, 0, 1, 0, 0, 0, 0])
        #expect(frames.contains { $0.stream == 1 && $0.endsStream })
        #expect(client.session.isOver)
    }

    @Test func `the client's GOAWAY and resets are reported as events`() throws {
        let client = try FrameClient()
        try client.send(.get("/", on: 1), .reset(1, 8))
        try client.send(HTTP2Frame(HTTP2Frame.Kind.goAway, HTTP2Frame.word(0) + HTTP2Frame.word(2)))
        #expect(client.events.suffix(2) == [.closed(1, .cancel), .goAway(.internalError)])
    }
}
