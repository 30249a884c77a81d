import HTTP
import HTTP2
import TestSupport
import Testing
import Wire

struct HostileServerTests {
    /// The session's GOAWAY, which closes every stream.
    private func farewell(_ server: FrameServer) throws -> UInt32? {
        let frames = try server.frames()
        #expect(server.session.isOver)
        #expect(server.session.openStreams.isEmpty)
        let code = frames.last { $0.kind == HTTP2Frame.Kind.goAway }?.farewell
        let failure = server.events.contains {
            if case .failed(let told, let reason) = $0 {
                told.rawValue == code && !reason.isEmpty
            } else {
                false
            }
        }
        #expect(failure)
        return code
    }

    private func limits(_ change: (inout HTTP2Limits) -> Void) -> HTTP2Limits {
        var limits = HTTP2Limits.client
        change(&limits)
        return limits
    }

    @Test(arguments: [HTTP2Frame.ping(), .settings([(4, 70_000)]), .data([], on: 1, endsStream: false)])
    func `too many frames without message data end the connection`(_ frame: HTTP2Frame) throws {
        let server = try FrameServer(limits { $0.chatter = HTTP2Allowance(burst: 50, perSecond: 10) })
        try server.ask()
        _ = try server.frames()
        try server.send(.response("200", on: 1))
        try server.send([HTTP2Frame](repeating: frame, count: 100))
        #expect(try farewell(server) == 11)
    }

    @Test func `interim heads without end count as frames without message data`() throws {
        let server = try FrameServer(limits { $0.chatter = HTTP2Allowance(burst: 50, perSecond: 10) })
        try server.ask()
        _ = try server.frames()
        try server.send([HTTP2Frame](repeating: .response("103", on: 1), count: 100))
        #expect(try farewell(server) == 11)
    }

    @Test func `unread replies are bounded`() throws {
        let server = try FrameServer(limits { $0.chatter = HTTP2Allowance(burst: .max, perSecond: 1) })
        #expect(throws: HTTP2Error.self) { for _ in 0..<3000 { try server.send(.ping()) } }
        #expect(try farewell(server) == 11)
    }

    @Test func `repeated resets end the connection`() throws {
        let server = try FrameServer(limits { $0.resets = HTTP2Allowance(burst: 20, perSecond: 10) })
        for _ in 0..<30 {
            guard server.session.spareStreams > 0 else { break }
            let stream = try server.ask()
            _ = try server.frames()
            try server.send(.reset(stream, 7))
        }
        #expect(try farewell(server) == 11)
    }

    @Test func `a head with endless CONTINUATION frames ends the connection`() throws {
        let server = try FrameServer()
        try server.ask()
        _ = try server.frames()
        let block = HTTP2Frame.block([(":status", "200")])
        try server.send(HTTP2Frame(HTTP2Frame.Kind.headers, stream: 1, block))
        let more = HTTP2Frame(HTTP2Frame.Kind.continuation, stream: 1, HTTP2Frame.block([("a", "b")]))
        #expect(throws: HTTP2Error.self) { for _ in 0..<100 { try server.send(more) } }
        #expect(try farewell(server) == 11)
    }

    /// A response with a field of 4,000 bytes, to which each further byte refers.
    private static func bomb(references: Int) -> HTTP2Frame {
        let large = HTTP2Frame.integer(4000, bits: 7) + [UInt8](repeating: 0x61, count: 4000)
        let block =
            HTTP2Frame.block([(":status", "200")]) + [0x40, 1, 0x78] + large
            + [UInt8](repeating: 0xBE, count: references)
        return HTTP2Frame(HTTP2Frame.Kind.headers, flags: 4, stream: 1, block)
    }

    @Test func `a large header bomb ends the connection before it is decompressed`() throws {
        let server = try FrameServer()
        try server.ask()
        _ = try server.frames()
        #expect(throws: HTTP2Error.self) { try server.send(Self.bomb(references: 12_000)) }
        #expect(try server.frames().last { $0.kind == HTTP2Frame.Kind.goAway }?.farewell == 11)
        #expect(server.session.isOver)
    }

    @Test func `a header list beyond the limit is discarded and resets only its stream`() throws {
        let server = try FrameServer()
        for _ in 0..<2 { try server.ask() }
        _ = try server.frames()
        try server.send(Self.bomb(references: 50))
        let reset = try server.frames().first { $0.kind == HTTP2Frame.Kind.reset }
        #expect(reset?.stream == 1 && reset?.code == 8)
        #expect(server.takeEvents() == [.oversized(1), .closed(1, .cancel, isWhole: false)])
        try server.send(.response("200", on: 3, endsStream: true))
        #expect(server.events.last == .closed(3, .noError, isWhole: true))
    }

    @Test func `trailers beyond the limit cut the response short`() throws {
        let server = try FrameServer(limits { $0.fieldList = 200 })
        try server.ask()
        _ = try server.frames()
        try server.send(.response("200", on: 1), .data([1], on: 1, endsStream: false))
        try server.send(.request([("x-sum", String(repeating: "1", count: 200))], on: 1))
        _ = try server.frames()
        #expect(server.events.suffix(2) == [.oversized(1), .closed(1, .cancel, isWhole: false)])
    }

    @Test(arguments: [true, false])
    func `a push ends the connection, before and after the settings are acknowledged`(isAcknowledged: Bool)
        throws
    {
        let server = try FrameServer()
        try server.ask()
        _ = try server.frames()
        if isAcknowledged { try server.send(.settingsReceived) }
        let promised = HTTP2Frame.word(2) + HTTP2Frame.block(HTTP2Frame.pseudo("GET", "/pushed"))
        let push = HTTP2Frame(HTTP2Frame.Kind.push, flags: 4, stream: 1, promised)
        var error: HTTP2Error?
        do throws(HTTP2Error) { try server.send(push) } catch let fault { error = fault }
        #expect(error != nil || isAcknowledged)
        #expect(try farewell(server) == 1)
    }

    /// Each is malformed by RFC 9113 and must not reach the caller.
    @Test(arguments: [
        [(":status", "200"), ("Upper", "case")], [(":status", "200"), ("a", "b\r\nc: d")],
        [(":status", "200"), ("a", "b\0")], [(":status", "200"), ("a b", "c")],
        [(":status", "200"), ("connection", "close")],
        [(":status", "200"), ("transfer-encoding", "chunked")],
        [(":status", "200"), ("a", "b"), (":status", "200")], [(":status", "200"), (":status", "200")],
        [(":status", "200"), (":path", "/")], [(":status", "20")], [(":status", "2000")], [(":status", "")],
        [(":status", "003")],
        [(":status", "abc")], [(":status", "101")], [("a", "b")],
        [(":status", "200"), ("content-length", "x")],
        [(":status", "200"), ("content-length", "1"), ("content-length", "2")],
        [(":status", "200"), ("content-length", "4")], [(":status", "100")],
    ])
    func `a malformed response resets its stream and is not reported`(_ fields: [(String, String)]) throws {
        let server = try FrameServer()
        for _ in 0..<2 { try server.ask() }
        _ = try server.frames()
        try server.send(.request(fields, on: 1), .response("200", on: 3, endsStream: true))
        let reset = try server.frames().first { $0.kind == HTTP2Frame.Kind.reset }
        #expect(reset?.stream == 1 && reset?.code == 1)
        let told = server.events.filter {
            if case .response(1, _, _) = $0 { true } else { false }
        }
        #expect(told.isEmpty)
        #expect(server.events.contains(.closed(1, .protocolError, isWhole: false)))
        #expect(server.events.contains(.closed(3, .noError, isWhole: true)))
    }

    @Test(
        arguments: [
            ([2, 3], true, true), ([2], true, false), ([2, 3, 4], false, false), ([], true, false),
        ] as [([UInt8], Bool, Bool)]
    )
    func `a body must match its Content-Length or is cut short`(
        body: [UInt8],
        endsStream: Bool,
        isWhole: Bool
    ) throws {
        let server = try FrameServer()
        try server.ask()
        _ = try server.frames()
        try server.send(.response("200", on: 1, [("content-length", "2")]))
        try server.send(.data(body, on: 1, endsStream: endsStream))
        _ = try server.frames()
        #expect(server.events.last == .closed(1, isWhole ? .noError : .protocolError, isWhole: isWhole))
        #expect(server.events.contains(.bodyEnd(1, [:])) == isWhole)
    }

    @Test func `an unsolicited response ends the connection`() throws {
        let server = try FrameServer()
        _ = try server.frames()
        try server.send(.response("200", on: 1, endsStream: true))
        #expect(try farewell(server) == 1)
    }

    @Test func `rejects a server that does not speak HTTP/2`() throws {
        let server = try FrameServer(settings: nil)
        let text = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
        do throws(HTTP2Error) { try server.session.receive(text[...], at: .zero) } catch {}
        _ = try server.frames()
        #expect(server.session.isOver)
    }

    // MARK: Cuts and mutations

    /// All events of a server's bytes, joined so that they do not depend on the pieces.
    private struct Outcome: Equatable {
        var events: [HTTP2ClientEvent] = []
        var error: HTTP2Error?
        var answer: [UInt8] = []

        init(of pieces: [ArraySlice<UInt8>]) throws {
            var limits = HTTP2Limits.client
            limits.chatter = HTTP2Allowance(burst: 12, perSecond: 0)
            limits.resets = HTTP2Allowance(burst: 3, perSecond: 0)
            limits.fieldList = 200
            let server = try FrameServer(limits, settings: nil)
            server.bodies[3] = ([1, 2, 3], true)
            try server.ask()
            try server.ask("POST", hasBody: true)
            try server.ask("HEAD")
            _ = try server.frames()
            for piece in pieces where error == nil {
                do throws(HTTP2Error) {
                    try server.session.receive(piece, at: .zero)
                } catch let fault {
                    error = fault
                }
                for event in server.session.takeEvents() { add(event) }
            }
            answer = try server.frames().flatMap(\.serialised)
            for event in server.takeEvents() { add(event) }
            for case .closed(let stream, .protocolError, isWhole: false) in events {
                leaveOutBody(of: stream)
            }
        }

        /// Data beyond the stated length is refused with everything in the same piece.
        private mutating func leaveOutBody(of stream: HTTP2StreamID) {
            events.removeAll { if case .body(stream, _) = $0 { true } else { false } }
        }

        private mutating func add(_ event: HTTP2ClientEvent) {
            if case .body(let stream, let more) = event, case .body(stream, let bytes)? = events.last {
                events[events.count - 1] = .body(stream, bytes + more)
            } else {
                events.append(event)
            }
        }
    }

    private static let stream: [HTTP2Frame] = [
        .settings([(3, 10)]), .settingsReceived, .response("103", on: 1, [("link", "</a>")]),
        .response("200", on: 1, [("content-length", "5")]), .data([1, 2, 3], on: 1, endsStream: false),
        .response("200", on: 5, endsStream: true), .ping(), .data([4, 5], on: 1, endsStream: false),
        .request([("x-sum", "1")], on: 1), .window(100), .response("500", on: 3, [("a", "b")]),
        .data([], on: 3, endsStream: false), .reset(3, 0), .ping(),
    ]

    @Test func `every split of the server's bytes gives the same events`() throws {
        let bytes = Self.stream.flatMap(\.serialised)
        let whole = try Outcome(of: [bytes[...]])
        #expect(whole.error == nil && whole.events.count == 11)
        for cut in bytes.indices {
            #expect(try Outcome(of: [bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
        }
        #expect(try Outcome(of: bytes.indices.map { bytes[$0...$0] }) == whole)
    }

    @Test(arguments: 0..<400 as Range<UInt64>)
    func `corrupted bytes give the same result for every split`(seed: UInt64) throws {
        var (state, changed) = (seed << 32, Self.stream.flatMap(\.serialised))
        func draw(_ limit: Int) -> Int {
            state += 1
            return Int(SplitMix.mixed(state) % UInt64(limit))
        }
        for _ in 0...draw(3) {
            let place = draw(changed.count)
            switch draw(4) {
            case 0: changed[place] = UInt8(draw(256))
            case 1: changed.insert(UInt8(draw(256)), at: place)
            case 2: changed.remove(at: place)
            default: changed[place] ^= 1 << UInt8(draw(8))
            }
        }
        let whole = try Outcome(of: [changed[...]])
        #expect(try Outcome(of: changed.indices.map { changed[$0...$0] }) == whole)
        let cut = draw(changed.count)
        #expect(try Outcome(of: [changed[..<cut], changed[cut...]]) == whole)
    }
}
