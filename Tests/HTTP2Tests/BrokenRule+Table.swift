import TestSupport

extension BrokenRule {
    private static let kinds = HTTP2Frame.Kind.self
    private static let padded: UInt8 = 8
    private static let prioritised: UInt8 = 0x20
    private static let usual = HTTP2Frame.pseudo("GET", "/")
    private static let open = HTTP2Frame.get("/", on: 1, endsStream: false)
    private static let more = HTTP2Frame.block([("x", "y")])

    /// A HEADERS frame that a CONTINUATION must follow.
    private static let begun = frame(
        kinds.headers,
        flags: HTTP2Frame.endStream,
        on: 1,
        HTTP2Frame.block(usual)
    )

    private static func frame(
        _ kind: UInt8,
        flags: UInt8 = 0,
        on stream: Int32 = 0,
        _ payload: [UInt8] = []
    ) -> HTTP2Frame {
        HTTP2Frame(kind, flags: flags, stream: stream, payload)
    }

    private static func continuation(on stream: Int32 = 1, ends: Bool = true) -> HTTP2Frame {
        frame(kinds.continuation, flags: ends ? HTTP2Frame.endHeaders : 0, on: stream, more)
    }

    private static func priority(on stream: Int32, after other: UInt32) -> HTTP2Frame {
        frame(kinds.priority, on: stream, HTTP2Frame.word(other) + [255])
    }

    /// A whole head; `block` follows the usual fields.
    private static func head(_ block: [UInt8], before: [UInt8] = [], flags: UInt8 = 0) -> HTTP2Frame {
        let whole = before + HTTP2Frame.block(usual) + block
        return frame(kinds.headers, flags: HTTP2Frame.endStream | HTTP2Frame.endHeaders | flags, on: 1, whole)
    }

    private static func without(_ name: String) -> HTTP2Frame {
        .request(usual.filter { $0.0 != name }, on: 1)
    }

    private static func twice(_ name: String) -> HTTP2Frame {
        .request(usual.filter { $0.0 == name } + usual, on: 1)
    }

    static let all = frames + states + settings + windows + heads + messages + compression

    private static let frames: [BrokenRule] = [
        BrokenRule(
            "4.2 a DATA frame is too long",
            .frameSize,
            open,
            .data([UInt8](repeating: 1, count: 16_385), on: 1)
        ),
        BrokenRule("4.2 a HEADERS frame is too long", .frameSize, head([UInt8](repeating: 1, count: 16_385))),
        BrokenRule("5.3.1 a stream depends on itself", .protocol, priority(on: 1, after: 1)),
        BrokenRule(
            "5.3.1 a new stream depends on itself",
            .protocol,
            head([], before: HTTP2Frame.word(1) + [255], flags: prioritised)
        ),
        BrokenRule("6.1 DATA on no stream", .protocol, .data([1], on: 0)),
        BrokenRule(
            "6.1 DATA of more padding than payload",
            .protocol,
            open,
            frame(kinds.data, flags: padded, on: 1, [9, 1, 2])
        ),
        BrokenRule("6.2 HEADERS on no stream", .protocol, .get("/", on: 0)),
        BrokenRule(
            "6.2 HEADERS of more padding than payload",
            .protocol,
            frame(kinds.headers, flags: 5 | padded, on: 1, [255, 0x82])
        ),
        BrokenRule("6.3 PRIORITY on no stream", .protocol, priority(on: 0, after: 1)),
        BrokenRule(
            "6.3 PRIORITY of four bytes",
            .frameSize,
            open,
            frame(kinds.priority, on: 1, [0, 0, 0, 0])
        ),
        BrokenRule("6.4 RST_STREAM on no stream", .protocol, .reset(0)),
        BrokenRule("6.4 RST_STREAM of three bytes", .frameSize, open, frame(kinds.reset, on: 1, [0, 0, 8])),
        BrokenRule(
            "6.7 PING on a stream",
            .protocol,
            frame(kinds.ping, on: 1, [UInt8](repeating: 0, count: 8))
        ),
        BrokenRule("6.7 PING of six bytes", .frameSize, frame(kinds.ping, [UInt8](repeating: 0, count: 6))),
        BrokenRule(
            "6.8 GOAWAY on a stream",
            .protocol,
            frame(kinds.goAway, on: 1, [UInt8](repeating: 0, count: 8))
        ),
        BrokenRule(
            "8.4 a client pushes",
            .protocol,
            frame(kinds.push, flags: HTTP2Frame.endHeaders, on: 1, HTTP2Frame.word(3))
        ),
    ]

    private static let states: [BrokenRule] = [
        BrokenRule("5.1 DATA on an idle stream", .protocol, .data([1], on: 1)),
        BrokenRule("5.1 RST_STREAM on an idle stream", .protocol, .reset(1)),
        BrokenRule("5.1 WINDOW_UPDATE on an idle stream", .protocol, .window(1, on: 1)),
        BrokenRule("5.1 CONTINUATION on an idle stream", .protocol, continuation()),
        BrokenRule("5.1 CONTINUATION after a request", .protocol, .get("/", on: 1), continuation()),
        BrokenRule("5.1 CONTINUATION after a reset", .protocol, open, .reset(1), continuation()),
        BrokenRule("5.1.1 a stream with an even number", .protocol, .get("/", on: 2)),
    ]

    private static let settings: [BrokenRule] = [
        BrokenRule(
            "6.5 acknowledged SETTINGS with a payload",
            .frameSize,
            frame(kinds.settings, flags: 1, [0])
        ),
        BrokenRule("6.5 SETTINGS on a stream", .protocol, frame(kinds.settings, on: 1)),
        BrokenRule("6.5 SETTINGS of three bytes", .frameSize, frame(kinds.settings, [0, 3, 0])),
        BrokenRule("6.5.2 ENABLE_PUSH of 2", .protocol, .settings([(2, 2)])),
        BrokenRule("6.5.2 INITIAL_WINDOW_SIZE above its limit", .flowControl, .settings([(4, 1 << 31)])),
        BrokenRule("6.5.2 MAX_FRAME_SIZE below its limit", .protocol, .settings([(5, 16_383)])),
        BrokenRule("6.5.2 MAX_FRAME_SIZE above its limit", .protocol, .settings([(5, 1 << 24)])),
    ]

    private static let windows: [BrokenRule] = [
        BrokenRule("6.9 WINDOW_UPDATE of nothing", .protocol, .window(0)),
        BrokenRule("6.9 WINDOW_UPDATE of nothing on a stream", .protocol, open, .window(0, on: 1)),
        BrokenRule("6.9 WINDOW_UPDATE of three bytes", .frameSize, frame(kinds.windowUpdate, [0, 0, 1])),
        BrokenRule(
            "6.9.1 a connection's window beyond its limit",
            .flowControl,
            .window(0x7FFF_FFFF),
            .window(0x7FFF_FFFF)
        ),
        BrokenRule(
            "6.9.1 a stream's window beyond its limit",
            .flowControl,
            open,
            .window(0x7FFF_FFFF, on: 1),
            .window(0x7FFF_FFFF, on: 1)
        ),
    ]

    private static let heads: [BrokenRule] = [
        BrokenRule("4.3 PRIORITY within a head", .protocol, begun, priority(on: 1, after: 0), continuation()),
        BrokenRule(
            "4.3 HEADERS of another stream within a head",
            .protocol,
            begun,
            .get("/", on: 3),
            continuation()
        ),
        BrokenRule(
            "5.5 an unknown frame within a head",
            .protocol,
            begun,
            frame(0x63, on: 1, [1]),
            continuation()
        ),
        BrokenRule("6.10 DATA within a head", .protocol, begun, continuation(ends: false), .data([1], on: 1)),
        BrokenRule(
            "6.10 DATA after the beginning of a head",
            .protocol,
            begun,
            .data([1], on: 1),
            continuation()
        ),
        BrokenRule("6.10 a new head within a head", .protocol, begun, .get("/", on: 1)),
        BrokenRule("6.10 CONTINUATION on no stream", .protocol, continuation(on: 0)),
        BrokenRule("6.10 CONTINUATION after a whole head", .protocol, open, continuation()),
        BrokenRule("6.10 CONTINUATION after the last one", .protocol, begun, continuation(), continuation()),
    ]

    private static let messages: [BrokenRule] = [
        BrokenRule(
            "8.1 a second head without an end",
            .protocol,
            open,
            .data([1], on: 1, endsStream: false),
            open
        ),
        BrokenRule("8.2.1 a name in upper case", .protocol, .get("/", on: 1, [("X-Test", "y")])),
        BrokenRule(
            "8.2.2 a connection's own field",
            .protocol,
            .get("/", on: 1, [("connection", "keep-alive")])
        ),
        BrokenRule(
            "8.2.2 TE that wants more than trailers",
            .protocol,
            .get("/", on: 1, [("te", "trailers, deflate")])
        ),
        BrokenRule("8.3 an unknown pseudo-field", .protocol, .get("/", on: 1, [(":test", "y")])),
        BrokenRule("8.3 a response's pseudo-field", .protocol, .get("/", on: 1, [(":status", "200")])),
        BrokenRule("8.3 a pseudo-field after a field", .protocol, .request([("x", "y")] + usual, on: 1)),
        BrokenRule("8.3 a pseudo-field in a trailer", .protocol, open, .request([(":method", "GET")], on: 1)),
        BrokenRule("8.3.1 an empty path", .protocol, .request(HTTP2Frame.pseudo("GET", ""), on: 1)),
        BrokenRule("8.3.1 no method", .protocol, without(":method")),
        BrokenRule("8.3.1 no scheme", .protocol, without(":scheme")),
        BrokenRule("8.3.1 no path", .protocol, without(":path")),
        BrokenRule("8.3.1 two methods", .protocol, twice(":method")),
        BrokenRule("8.3.1 two schemes", .protocol, twice(":scheme")),
        BrokenRule("8.3.1 two paths", .protocol, twice(":path")),
        BrokenRule(
            "8.1.1 a longer body than was said",
            .protocol,
            .get("/", on: 1, [("content-length", "1")], endsStream: false),
            .data([1, 2], on: 1)
        ),
        BrokenRule(
            "8.1.1 a shorter body than was said",
            .protocol,
            .get("/", on: 1, [("content-length", "3")], endsStream: false),
            .data([1, 2], on: 1)
        ),
    ]

    private static let compression: [BrokenRule] = [
        BrokenRule("4.3 a block that ends within a field", .compression, head([0x40])),
        BrokenRule("H 2.3.3 an index beyond the table", .compression, head([0xFF, 0x80, 0x01])),
        BrokenRule(
            "H 2.3.3 a name's index beyond the table",
            .compression,
            head([0x7F, 0x8A, 0x01, 1, 0x61])
        ),
        BrokenRule("H 4.2 a new size of the table after a field", .compression, head([0x20])),
        BrokenRule("H 5.2 more padding than seven bits", .compression, head([0, 1, 0x61, 0x82, 0x1F, 0xFF])),
        BrokenRule("H 5.2 padding of zeros", .compression, head([0, 1, 0x61, 0x81, 0x18])),
        BrokenRule(
            "H 5.2 the end's own symbol",
            .compression,
            head([0, 1, 0x61, 0x84, 0xFF, 0xFF, 0xFF, 0xFF])
        ),
        BrokenRule("H 6.1 index 0", .compression, head([0x80])),
        BrokenRule("H 6.3 a table above its limit", .compression, head([], before: [0x3F, 0xE2, 0x1F])),
    ]
}
