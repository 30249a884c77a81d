import HTTP
import HTTP2
import TestSupport
import Testing

/// Each rule that a server must enforce, and what it must bear (RFC 9113, RFC 7541).
struct ConformanceTests {
    @Test(arguments: BrokenRule.all)
    func `a violated rule is answered with exactly its error code`(_ rule: BrokenRule) throws {
        let client = try FrameClient()
        // An error of the connection is thrown; one of a stream is not.
        try? client.send([.settingsReceived] + rule.frames)
        let answers = try client.frames()
        let codes = answers.compactMap { frame in
            switch frame.kind {
            case HTTP2Frame.Kind.goAway: frame.farewell
            case HTTP2Frame.Kind.reset: frame.code
            default: nil
            }
        }
        #expect(codes == [rule.code.rawValue])
    }

    private static let kinds = HTTP2Frame.Kind.self
    private static let ask = HTTP2Frame.get("/", on: 1)

    /// A whole request on stream 1 whose head has this block after the usual fields.
    private static func head(_ block: [UInt8], before: [UInt8] = [], padding: UInt8? = nil) -> HTTP2Frame {
        let whole = before + HTTP2Frame.block(HTTP2Frame.pseudo("GET", "/")) + block
        let length = padding.map { [$0] } ?? []
        let zeros = [UInt8](repeating: 0, count: Int(padding ?? 0))
        return HTTP2Frame(kinds.headers, flags: padding == nil ? 5 : 13, stream: 1, length + whole + zeros)
    }

    @Test(
        arguments: [
            // Priorities that nobody heeds any more, also of streams that do not exist.
            [HTTP2Frame(kinds.priority, stream: 1, [0, 0, 0, 0, 255]), ask],
            [HTTP2Frame(kinds.priority, stream: 5, [0x80, 0, 0, 3, 0]), ask],
            [ask, HTTP2Frame(kinds.priority, stream: 1, [0, 0, 0, 0, 1])],
            [
                HTTP2Frame(
                    kinds.headers,
                    flags: 0x25,
                    stream: 1,
                    [0, 0, 0, 0, 255] + HTTP2Frame.block(HTTP2Frame.pseudo("GET", "/"))
                )
            ],
            // Room, also on a stream that its client has ended.
            [.window(1), ask, .window(100, on: 1)],
            // Frames, flags and settings that are not known yet.
            [HTTP2Frame(0x16, [1, 2, 3]), ask],
            [HTTP2Frame(kinds.ping, flags: 0x16, [UInt8](repeating: 7, count: 8)), ask],
            [.settings([(0xFF, 1)]), ask],
            // Padding.
            [head([], padding: 6)],
            [
                .get("/", on: 1, endsStream: false),
                HTTP2Frame(kinds.data, flags: 9, stream: 1, [3, 1, 0, 0, 0]),
            ],
            // Every form of a field: indexed, with a new entry in the table, without, and never; plain and packed.
            [head([0x90])], [head([0x40, 1, 0x61, 1, 0x62])], [head([0x7A, 1, 0x62])],
            [head([0x7A, 0x81, 0x1F])],
            [head([0x0F, 0x2B, 1, 0x62])], [head([0, 0x81, 0x1F, 0x81, 0x1F])],
            [head([0x1F, 0x2B, 1, 0x62])],
            [head([0x10, 1, 0x61, 1, 0x62])], [head([], before: [0x20])],
            [head([], before: [0x20, 0x3F, 0xE1, 0x1F])],
        ] as [[HTTP2Frame]]
    )
    func `unusual but legal frames are accepted`(_ frames: [HTTP2Frame]) throws {
        let client = try FrameClient()
        try client.send([.settingsReceived] + frames + [.ping()])
        let answers = try client.frames()
        #expect(client.requests.map(\.target) == ["/"])
        #expect(
            answers.contains(
                HTTP2Frame(Self.kinds.ping, flags: HTTP2Frame.acknowledged, HTTP2Frame.ping().payload)
            )
        )
        #expect(!answers.contains { $0.kind == Self.kinds.goAway || $0.kind == Self.kinds.reset })
    }

    @Test func `a PING acknowledgement gets no reply, and any reset ends only its stream`() throws {
        let client = try FrameClient()
        var answer = HTTP2Frame.ping()
        answer.flags = HTTP2Frame.acknowledged
        try client.send(answer, .get("/", on: 1, endsStream: false), .reset(1, 0xFF), .get("/next", on: 3))
        #expect(try client.frames().allSatisfy { $0.kind != Self.kinds.ping && $0.kind != Self.kinds.goAway })
        #expect(client.requests.map(\.target) == ["/", "/next"])
    }

    /// The client's windows one after another, and the bytes of each piece that the server sends.
    @Test(arguments: [([1], [1]), ([0, 1], [1]), ([3, 2, 4], [3, 1])] as [([UInt32], [Int])])
    func `a changed initial window applies to open streams`(
        _ windows: [UInt32],
        _ pieces: [Int]
    ) throws {
        let client = try FrameClient(settings: [(4, windows[0])])
        try client.send(Self.ask)
        try client.session.respond(HTTPResponseHead(status: 200), on: 1, hasBody: true)
        client.bodies[1] = (Array("abcdefgh".utf8)[...], true)
        var got = try client.frames()
        for window in windows.dropFirst() {
            try client.send(HTTP2Frame.settings([(UInt16(4), window)]))
            got += try client.frames()
        }
        #expect(got.filter { $0.kind == Self.kinds.data }.map(\.payload.count) == pieces)
    }
}
