import HTTP
import Synchronization
import TLS
import Testing
import Wire

@testable import Inspection

/// Results that are kept as bytes, in memory or elsewhere.
struct PackedResultTests {
    /// Keeps what it receives, up to a limit.
    private final class MemorySpool: InspectionSpool {
        private let room: Int
        private let held = Mutex<[UInt8]>([])

        init(room: Int) {
            self.room = room
        }

        var count: Int { held.withLock { $0.count } }

        func append(_ bytes: [UInt8]) -> Bool {
            held.withLock { held in
                guard held.count + bytes.count <= room else { return false }
                held += bytes
                return true
            }
        }

        func bytes(in range: Range<Int>) -> [UInt8] {
            held.withLock { Array($0[min(range.lowerBound, $0.count)..<min(range.upperBound, $0.count)]) }
        }
    }

    private static let address = IPAddress.v6(high: 0x2001_0DB8_0000_0000, low: .max)
    private static let client = Endpoint(address: .v4(0xC612_0001), port: 40_000)

    /// An exchange with every field set.
    private static var full: CaptureExchange {
        var exchange = CaptureExchange(
            stream: 7,
            order: 300,
            client: client,
            server: Endpoint(address: address, port: 443)
        )
        exchange.httpStream = 601
        exchange.serverName = "shop.example"
        (exchange.method, exchange.target) = ("POST", "/a?b=ü")
        exchange.url = "https://shop.example/a?b=ü"
        exchange.requestSent = 1_700_000_000_123_456_789
        (exchange.requestBytes, exchange.requestHeaderBytes, exchange.requestBodyBytes) = (500, 400, 100)
        (exchange.isPushed, exchange.isDecoded, exchange.isComplete) = (true, true, true)
        exchange.reset = CaptureReset(isFromClient: true, code: .max, stamp: 1_700_000_000_000_000_001)
        var holds = FlowControlHolds()
        holds.stream.add(from: 1_700_000_000_123_456_788, to: 1_700_000_000_123_456_799)
        holds.connection.add(from: 5, to: 7)
        (holds.streamWindow, holds.connectionWindow) = (65_535, 1 << 24)
        exchange.flowControl = holds
        exchange.isWebSocket = true
        (exchange.status, exchange.version) = (200, "HTTP/2.0")
        (exchange.firstByte, exchange.lastByte) = (1_700_000_000_123_456_788, 1_700_000_001_000_000_000)
        exchange.recordBegan = 1_700_000_000_123_456_700
        (exchange.mediaType, exchange.contentCoding) = ("image/jpeg", "br")
        (exchange.headerBytes, exchange.unpackedHeaderBytes) = (20, 250)
        (exchange.bodyBytes, exchange.contentBytes, exchange.decodedBytes) = (1 << 40, 1 << 39, .max)
        exchange.requestFields = ["Accept": "*/*", "Cookie": "a=\u{FF}"]
        exchange.responseFields = ["Set-Cookie": "x=1", "Date": ""]
        var frames = WebSocketFrames()
        (frames.up.frames, frames.up.messages, frames.up.bytes, frames.up.controls) = (1, 2, 3, 4)
        (frames.down.frames, frames.down.bytes, frames.closeCode) = (5, 6, 1000)
        exchange.frames = frames
        exchange.lastFrame = 1_700_000_002_000_000_000
        (exchange.retransmittedBytes, exchange.wireDownBytes, exchange.wireUpBytes) = (8, 9, 10)
        (exchange.firstPacket, exchange.lastPacket) = (11, 12)
        exchange.handshake = Handshake(syn: 5, synAck: 4, ack: nil)
        return exchange
    }

    private static var bare: CaptureExchange {
        CaptureExchange(stream: 0, order: 0, client: client, server: client)
    }

    private static func unpacked<Element: PackedResult>(_ elements: [Element], room: Int = 0) -> [Element] {
        var records = PackedRecords<Element>(most: .max, MemorySpool(room: room))
        for element in elements { records.add(element) }
        return Array(records.takeSorted())
    }

    @Test(arguments: [
        full, bare,
        {
            var other = full; other.url = "http://elsewhere"; return other
        }(),
        {
            var other = full; other.target = nil; return other
        }(),
        {
            var other = full; (other.target, other.url) = ("", ""); return other
        }(),
        {
            var other = bare; (other.firstByte, other.handshake) = (.min, Handshake(syn: .max)); return other
        }(),
    ])
    func `an exchange round-trips`(_ exchange: CaptureExchange) {
        #expect(Self.unpacked([exchange, exchange]) == [exchange, exchange])
    }

    @Test func `a connection round-trips`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.response, ack: Sample.request.count)
        var flow = try #require(builder.inspect().flows.first)
        #expect(Self.unpacked([flow]) == [flow])
        for sample in 0..<200 { flow.down.sender.roundTrip.add(Int64(sample * 7 % 31) - 9) }
        for step in 0..<100 { flow.up.goodput.add(step, at: Int64(step) * 500_000_000) }
        flow.down.sender.initialFlight = 14_600
        (flow.tunnel, flow.serverName, flow.ending, flow.content) = ("a:1", "a", .reset, .socks)
        var farewell = CapturedGoAway(isFromClient: true, lastStream: 5, code: 11, stamp: 12, packet: 13)
        flow.farewells = [farewell]
        (farewell.isFromClient, farewell.text) = (false, "so long")
        flow.farewells.append(farewell)
        flow.silences = [CaptureSilence(start: 14, end: 17, isRepaired: true)]
        #expect(Self.unpacked([flow]) == [flow])
    }

    @Test(arguments: [TLSVersion.tls12, .tls13], [true, false])
    func `handshakes and estimates round-trip`(_ version: TLSVersion, _ isOpen: Bool)
        throws
    {
        let session = try RecordedSession.withExchange(version, body: 100, protocols: ["http/1.1"])
        let inspection = session.inspect(isOpen: isOpen)
        var shake = try #require(inspection.handshakes.first)
        #expect(shake.offer != nil && !shake.steps.isEmpty)
        #expect(Self.unpacked([shake]) == [shake])
        let alert = TLSAlert(isFatal: true, number: 40)
        shake.alerts = [CaptureHandshake.Alert(alert: alert, isFromClient: true, stamp: 7, packet: 8)]
        (shake.hasRetry, shake.earlyData, shake.offer, shake.end) = (true, .accepted, nil, nil)
        shake.quic = .two
        #expect(Self.unpacked([shake]) == [shake])
        let estimates = Array(inspection.estimates)
        #expect(estimates.isEmpty == isOpen && Self.unpacked(estimates) == estimates)
    }

    @Test func `QUIC connections round-trip`() throws {
        var connection = try #require(
            RecordedConversation("retry-aes256").inspect().quicConnections.first
        )
        #expect(connection.close != nil && Self.unpacked([connection]) == [connection])
        connection.ending = .versionNegotiation
        connection.offeredVersions = [.one, .two]
        (connection.isMidway, connection.hasKeys, connection.isResumed) = (true, false, nil)
        connection.paths.append(connection.paths[0])
        connection.down.recovery.marks = QUICAcknowledgement.Marks(
            ect0: 1,
            ect1: 2,
            congestionExperienced: 3
        )
        (connection.up.recovery.lost, connection.up.recovery.spurious) = (4, 5)
        (connection.up.recovery.lostBefore, connection.up.recovery.unseen) = (6, 7)
        (connection.up.recovery.probes, connection.up.keyUpdates) = (8, 9)
        (connection.down.credit.connection, connection.down.credit.stream) = (10, 11)
        (connection.down.credit.streams, connection.down.credit.blockedStreams) = (12, 13)
        (connection.down.credit.blockedConnection, connection.down.credit.blockedStream) = (14, 15)
        #expect(Self.unpacked([connection]) == [connection])
    }

    @Test func `datagram flows round-trip`() {
        var flow = CaptureDatagrams(
            number: 3,
            client: Self.client,
            server: Endpoint(address: Self.address, port: 443),
            firstPacket: 9,
            firstStamp: 1_700_000_000_000_000_000
        )
        #expect(Self.unpacked([flow]) == [flow])
        (flow.up.packets, flow.up.wireBytes, flow.down.payloadBytes) = (1, 2, 3)
        (flow.content, flow.serverName, flow.applicationProtocols) = (.quic, "a.example", ["h3", ""])
        (flow.lastStamp, flow.answerTime) = (flow.firstStamp - 5, 1000)
        for time in [30, 40, 50] as [Int64] { flow.turns.add(time) }
        #expect(Self.unpacked([flow]) == [flow])
    }

    @Test func `results are sorted by first packet, in memory or spooled`() {
        let many = (0..<40_000).map { number in
            var exchange = Self.full
            exchange.firstPacket = 40_000 - number / 2
            exchange.order = number % 2
            exchange.url = "https://shop.example/\(number)"
            return exchange
        }
        let sorted = many.sorted { ($0.firstPacket ?? 0, $0.order) < ($1.firstPacket ?? 0, $1.order) }
        // All in memory; some of it; as little as possible.
        for room in [0, 3 << 20, .max] {
            #expect(Self.unpacked(many, room: room) == sorted)
        }
    }

    @Test func `keeps less than 2 MiB in memory when it can spool`() {
        let spool = MemorySpool(room: .max)
        var records = PackedRecords<CaptureExchange>(most: .max, spool)
        for _ in 0..<40_000 { records.add(Self.full) }
        let bytes = Self.full
        var writer = PackedWriter()
        bytes.pack(into: &writer)
        #expect(spool.count > 40_000 * (writer.bytes.count - 60) - 2 << 20)
        #expect(records.takeSorted().count == 40_000)
    }

    @Test func `truncated records never decode as the original and never crash`() {
        let spool = MemorySpool(room: .max)
        var records = PackedRecords<CaptureExchange>(most: .max, spool)
        for _ in 0..<20_000 { records.add(Self.full) }
        var writer = PackedWriter()
        Self.full.pack(into: &writer)
        for length in 0..<writer.bytes.count {
            var reader = PackedReader(Array(writer.bytes[..<length]), in: 0..<writer.bytes.count, shared: [])
            let cut = CaptureExchange(from: &reader)
            #expect(cut != Self.full)
        }
    }

    @Test func `a list can be filtered and changed`() {
        var records = PackedRecords<CaptureExchange>(most: .max, nil)
        for order in 0..<10 {
            var exchange = Self.bare
            exchange.order = order
            records.add(exchange)
        }
        var list = records.takeSorted()
        #expect(list.keeping { $0.order % 3 == 0 }.map(\.order) == [0, 3, 6, 9])
        list[4].order = 44
        list.removeFirst()
        list.append(Self.full)
        #expect(list.map(\.order) == [1, 2, 3, 44, 5, 6, 7, 8, 9, 300])
        #expect(list == InspectedList(Array(list)))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a long connection hands over its exchanges early without losing any`() {
        let (count, spool) = (4000, MemorySpool(room: .max))
        var builder = PacketBuilder()
        builder.handshake()
        var (up, down) = (0, 0)
        for number in 0..<count {
            let target = "/\(number)" + String(repeating: "x", count: 600)
            let request = Array("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
            builder.send(.client, at: up, request, ack: down)
            up += request.count
            builder.send(.server, at: down, Sample.response, ack: up)
            down += Sample.response.count
        }
        var options = ConversationOptions()
        options.reportsEnded = true
        var inspector = CaptureInspector(options: options) { spool }
        var told: [Int] = []
        for (place, packet) in builder.packets.enumerated() {
            inspector.receive(packet.header, packet.bytes.span.bytes)
            if place % 1000 == 0 { told += inspector.takeEnded().map(\.order) }
        }
        #expect(spool.count > 1 << 20)
        let inspection = inspector.finish()
        told += inspector.takeEnded().map(\.order)
        #expect(told.sorted() == Array(0..<count))
        #expect(inspection.exchanges.map(\.order) == Array(0..<count))
        #expect(inspection.exchanges.allSatisfy { $0.isComplete && $0.status == 200 })
        #expect(inspection.exchanges.first?.handshake != nil)
        let wire = inspection.exchanges.reduce(0) { $0 + $1.wireUpBytes + $1.wireDownBytes }
        let flow = inspection.flows.first
        #expect(flow?.exchanges == count && wire == (flow?.up.wireBytes ?? 0) + (flow?.down.wireBytes ?? 0))
    }
}
