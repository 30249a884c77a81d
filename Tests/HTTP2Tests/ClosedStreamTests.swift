import HTTP
import HTTP2
import TestSupport
import Testing
import Wire

/// What a client says on streams that are closed (RFC 9113, 5.1).
struct ClosedStreamTests {
    private static let protocolError: UInt32 = 1
    private static let streamClosed: UInt32 = 5
    private static let kinds = HTTP2Frame.Kind.self

    /// The session's last error code; nil if the connection goes on.
    private func farewell(_ client: FrameClient) throws -> UInt32? {
        try client.frames().last { $0.kind == HTTP2Frame.Kind.goAway }?.farewell
    }

    /// Sends the frames in pieces of that many bytes.
    private func send(_ frames: [HTTP2Frame], to client: FrameClient, in size: Int) throws {
        let bytes = frames.flatMap(\.serialised)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try client.session.receive(bytes[start..<min(start + size, bytes.count)], at: .zero)
        }
    }

    private static let late: [HTTP2Frame] = [
        .data([1], on: 1), .data([1], on: 1, endsStream: false), .get("/late", on: 1),
        .request([("x", "trailer")], on: 1),
    ]

    @Test(arguments: late, [1, 7, 65_536])
    func `frames on a stream reset by the client end the connection`(
        _ frame: HTTP2Frame,
        _ size: Int
    ) throws {
        let client = try FrameClient()
        #expect(throws: HTTP2Error.self) {
            try send([.get("/", on: 1, endsStream: false), .reset(1), frame], to: client, in: size)
        }
        #expect(try farewell(client) == Self.streamClosed)
    }

    @Test(arguments: late, [1, 65_536])
    func `frames on a stream closed by both ends end the connection`(
        _ frame: HTTP2Frame,
        _ size: Int
    ) throws {
        let client = try FrameClient()
        try client.send(.get("/", on: 1))
        try client.session.respond(HTTPResponseHead(status: 204), on: 1, hasBody: false)
        _ = try client.frames()
        #expect(throws: HTTP2Error.self) { try send([.ping(), frame], to: client, in: size) }
        #expect(try farewell(client) == Self.streamClosed)
    }

    @Test(arguments: late)
    func `frames on a stream ended by the client end the connection`(_ frame: HTTP2Frame) throws {
        let client = try FrameClient()
        #expect(throws: HTTP2Error.self) { try client.send(.get("/", on: 1), frame) }
        #expect(try farewell(client) == Self.streamClosed)
    }

    @Test
    func `late frames on a stream reset by the server get one reset and the connection continues`()
        throws
    {
        let client = try FrameClient()
        try client.send(.get("/", on: 1, endsStream: false))
        client.session.reset(1, .cancel)
        #expect(try client.frames().count { $0.kind == HTTP2Frame.Kind.reset } == 1)
        let data = HTTP2Frame.data([UInt8](repeating: 1, count: 1000), on: 1, endsStream: false)
        try client.send([HTTP2Frame](repeating: data, count: 50) + [.data([], on: 1)])
        let resets = try client.frames().filter { $0.kind == HTTP2Frame.Kind.reset }
        #expect(resets.map(\.stream) == [1] && resets.map(\.code) == [Self.streamClosed])
        try client.send(.get("/next", on: 3))
        #expect(client.requests.map(\.target) == ["/", "/next"])
        // Its end was the last that it might say.
        #expect(throws: HTTP2Error.self) { try client.send(.data([1], on: 1)) }
    }

    @Test(arguments: [3, 1] as [Int32])
    func `a stream number below an earlier one ends the connection`(_ stream: Int32) throws {
        let client = try FrameClient()
        #expect(throws: HTTP2Error.self) { try client.send(.get("/", on: 5), .get("/", on: stream)) }
        #expect(client.requests.count == 1)
        #expect(try farewell(client) == Self.protocolError)
    }

    @Test func `a connection survives many uploads answered early`() throws {
        let client = try FrameClient(HTTP2Limits(streams: 4))
        for number in 0..<100 {
            let stream = Int32(2 * number + 1)
            try client.send(.get("/", on: stream, endsStream: false))
            client.session.reset(stream, .noError)
            _ = try client.frames()
            try client.send(.data([1], on: stream, endsStream: false))
        }
        #expect(try farewell(client) == nil)
        #expect(client.requests.count == 100)
        // Of those that are long gone nothing is known.
        #expect(throws: HTTP2Error.self) { try client.send(.data([1], on: 1)) }
        #expect(try farewell(client) == Self.streamClosed)
    }

    @Test func `data on the upgraded stream 1 ends the connection`() throws {
        let session = try HTTP2ServerSession()
        try session.upgrade([], isHead: false)
        let frames = HTTP2Frame.settings([]).serialised + HTTP2Frame.data([1], on: 1).serialised
        #expect(throws: HTTP2Error.self) {
            try session.receive((HTTP2Frame.preface + frames)[...], at: .zero)
        }
    }
}
