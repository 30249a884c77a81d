import Inspection
import Testing
import Wire

/// HTTP/2's windows, and when a closed one kept the server from sending.
struct FlowControlTests {
    private static let ms: Int64 = 1_000_000

    /// Something that either end sends at a time, in milliseconds.
    private struct Turn {
        var at: Int
        var isClient: Bool
        var bytes: [UInt8]
    }

    private static func client(_ at: Int, _ bytes: [UInt8]) -> Turn {
        Turn(at: at, isClient: true, bytes: bytes)
    }
    private static func server(_ at: Int, _ bytes: [UInt8]) -> Turn {
        Turn(at: at, isClient: false, bytes: bytes)
    }

    private static func settings(window: UInt32) -> [UInt8] {
        HTTP2ExchangeTests.frame(4, 0, 0, [0, 4] + PacketBuilder.number(window, 4))
    }

    private static func update(_ stream: UInt32, _ count: UInt32) -> [UInt8] {
        HTTP2ExchangeTests.frame(8, 0, stream, PacketBuilder.number(count, 4))
    }

    private static func data(_ stream: UInt32, _ count: Int, ends: Bool = false) -> [UInt8] {
        HTTP2ExchangeTests.data(stream, count, ends: ends)
    }

    /// A connection whose server answers 20 ms later, one request on stream 1 and one on stream 3 at 30 ms, and the head of
    /// the answers at 50 ms.
    private func exchanges(window: UInt32, _ turns: [Turn], hasOpening: Bool = true) -> [CaptureExchange] {
        var builder = PacketBuilder()
        var offsets = (up: 0, down: 0)
        func stamp(_ at: Int) { builder.stampLast(PacketBuilder.stamp(0) + Int64(at) * Self.ms) }
        if hasOpening {
            builder.send(.client, at: -1, ack: nil, flags: .syn)
            stamp(0)
            builder.send(.server, at: -1, flags: .syn)
            stamp(20)
            builder.send(.client, at: 0)
            stamp(20)
        }
        let opening =
            HTTP2ExchangeTests.preface + Self.settings(window: window) + HTTP2ExchangeTests.request(1, "/a")
            + HTTP2ExchangeTests.request(3, "/b")
        let answer =
            HTTP2ExchangeTests.frame(4, 0, 0, []) + HTTP2ExchangeTests.response(1)
            + HTTP2ExchangeTests.response(3)
        for turn in [Self.client(30, opening), Self.server(50, answer)] + turns {
            if turn.isClient {
                builder.send(.client, at: offsets.up, turn.bytes, ack: offsets.down)
                offsets.up += turn.bytes.count
            } else {
                builder.send(.server, at: offsets.down, turn.bytes, ack: offsets.up)
                offsets.down += turn.bytes.count
            }
            stamp(turn.at)
        }
        return Array(builder.inspect().exchanges)
    }

    /// Spans in milliseconds from the capture's start.
    private func spans(_ series: PauseSeries?) -> [ClosedRange<Int64>] {
        (series?.pauses ?? []).map { pause in
            (pause.start - PacketBuilder.stamp(0)) / Self.ms...(pause.end - PacketBuilder.stamp(0)) / Self.ms
        }
    }

    @Test
    func `a stream with an exhausted window waits for the client's grant and its round trip`()
        throws
    {
        let held = exchanges(
            window: 1000,
            [
                Self.server(51, Self.data(1, 1000)), Self.client(80, Self.update(1, 500)),
                Self.server(100, Self.data(1, 500, ends: true)),
                Self.server(101, Self.data(3, 10, ends: true)),
            ]
        )
        let holds = try #require(held[0].flowControl)
        #expect(spans(holds.stream) == [51...100] && holds.connection.pauses.isEmpty)
        #expect(holds.streamWindow == 1000 && holds.connectionWindow == 65_535)
        #expect(held[1].flowControl == nil)
    }

    @Test(
        arguments: [
            // The window had room.
            (1001, 80, 100, nil),
            // The server had the grant before the last data came.
            (1000, 20, 100, nil),
            // It takes two round trips more: the window was open again after one.
            (1000, 80, 160, 51...100), (1000, 80, 120, 51...120),
            // The grant came at once.
            (1000, 51, 71, 51...71),
        ] as [(UInt32, Int, Int, ClosedRange<Int64>?)]
    )
    func `counts only the time in which the server could not have sent`(
        _ window: UInt32,
        _ granted: Int,
        _ next: Int,
        _ held: ClosedRange<Int64>?
    ) throws {
        var turns = [
            Self.server(51, Self.data(1, 1000)), Self.client(granted, Self.update(1, 500)),
            Self.server(next, Self.data(1, 500, ends: true)),
        ]
        // What is seen before comes before.
        turns.sort { $0.at < $1.at }
        let told = exchanges(window: window, turns)
        #expect(spans(told[0].flowControl?.stream) == (held.map { [$0] } ?? []))
    }

    @Test func `an exhausted connection window holds every stream with data`() throws {
        let piece = 16_383
        let turns =
            (0..<4).map { Self.server(51 + $0, Self.data($0 % 2 == 0 ? 1 : 3, piece)) } + [
                Self.server(55, Self.data(1, 3)), Self.client(70, Self.update(0, 100_000)),
                Self.server(90, Self.data(3, 5, ends: true)), Self.server(95, Self.data(1, 5, ends: true)),
            ]
        let told = exchanges(window: 1_000_000, turns)
        #expect(told.map { spans($0.flowControl?.connection) } == [[55...90], [55...90]])
        #expect(told.allSatisfy { $0.flowControl?.stream.pauses.isEmpty == true })
        #expect(told[0].flowControl?.connectionWindow == 100_000)
    }

    @Test func `settings enlarge the windows of open streams`() throws {
        let told = exchanges(
            window: 400,
            [
                Self.server(51, Self.data(1, 400)), Self.client(70, Self.settings(window: 900)),
                Self.server(90, Self.data(1, 500)), Self.client(150, Self.update(1, 9)),
                Self.server(170, Self.data(1, 9, ends: true)),
            ]
        )
        #expect(spans(told[0].flowControl?.stream) == [51...90, 90...170])
    }

    @Test func `without a handshake the fastest response to a grant is the round trip`() throws {
        let turns = [
            Self.server(51, Self.data(1, 1000)), Self.client(80, Self.update(1, 500)),
            Self.server(95, Self.data(1, 500)), Self.client(100, Self.update(1, 500)),
            Self.server(160, Self.data(1, 500, ends: true)),
        ]
        let told = exchanges(window: 1000, turns, hasOpening: false)
        #expect(spans(told[0].flowControl?.stream) == [51...95, 95...115])
    }

    @Test func `does not guess a grant missing from the capture`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        let up = HTTP2ExchangeTests.preface + Self.settings(window: 100) + HTTP2ExchangeTests.request(1, "/a")
        let down = HTTP2ExchangeTests.frame(4, 0, 0, []) + HTTP2ExchangeTests.response(1)
        builder.send(.client, at: 0, up)
        builder.send(.server, at: 0, down, ack: up.count)
        builder.send(.server, at: down.count, Self.data(1, 100), ack: up.count)
        let grant = Self.update(1, 100)
        builder.send(.server, at: down.count + 109, Self.data(1, 100), ack: up.count + 2 * grant.count)
        builder.send(.client, at: up.count + grant.count, grant, ack: down.count + 218)
        builder.send(.server, at: down.count + 218, Self.data(1, 100, ends: true), ack: up.count + 26)
        let told = Array(builder.inspect().exchanges)
        #expect(told.map(\.bodyBytes) == [300] && told[0].flowControl == nil)
    }

    @Test func `handles single-byte grants and shrinking windows`() throws {
        var state: UInt64 = 11
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<200 {
            let turns = (0..<60).map { turn in
                switch random(5) {
                case 0: Self.client(51 + turn, Self.settings(window: random(2) == 0 ? 0 : 0x7FFF_FFFF))
                case 1: Self.client(51 + turn, Self.update(UInt32(random(5)), UInt32(random(3))))
                case 2: Self.client(51 + turn, Self.update(UInt32(random(5)), 0xFFFF_FFFF))
                default: Self.server(51 + turn, Self.data(UInt32(random(5)), random(4)))
                }
            }
            for exchange in exchanges(window: UInt32(random(4)), turns) {
                let holds = exchange.flowControl
                for pause in (holds?.stream.pauses ?? []) + (holds?.connection.pauses ?? []) {
                    #expect(pause.end > pause.start && pause.time == pause.end - pause.start)
                }
            }
        }
    }
}
