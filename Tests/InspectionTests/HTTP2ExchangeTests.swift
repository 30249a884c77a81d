import Inspection
import Testing
import Wire

struct HTTP2ExchangeTests {
    static let preface = bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")

    static func frame(_ kind: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        PacketBuilder.number(UInt32(payload.count), 3) + [kind, flags] + PacketBuilder.number(stream, 4)
            + payload
    }

    private static func field(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + bytes(name) + [UInt8(value.utf8.count)] + bytes(value)
    }

    /// A GET over http, with fields of the static table.
    static func request(_ stream: UInt32, _ path: String) -> [UInt8] {
        frame(1, 0x05, stream, [0x82, 0x86] + field(":path", path) + field(":authority", "h"))
    }

    static func response(_ stream: UInt32, ends: Bool = false, _ more: [UInt8] = []) -> [UInt8] {
        frame(1, ends ? 0x05 : 0x04, stream, [0x88] + more)
    }

    static func data(_ stream: UInt32, _ count: Int, ends: Bool) -> [UInt8] {
        frame(0, ends ? 1 : 0, stream, [UInt8](repeating: 7, count: count))
    }

    static let up = preface + frame(4, 0, 0, []) + request(1, "/a") + request(3, "/b")
    static let down =
        frame(4, 0, 0, []) + response(1) + data(1, 100, ends: false)
        + response(3, field("content-type", "image/x"))
        + data(3, 50, ends: true)
        + frame(0, 0x09, 1, [9] + [UInt8](repeating: 7, count: 41) + [UInt8](repeating: 0, count: 9))

    private func inspect(_ up: [UInt8], _ down: [UInt8], piece: Int, dropping lost: Int? = nil)
        -> CaptureInspection
    {
        var builder = PacketBuilder()
        builder.handshake()
        for start in stride(from: 0, to: up.count, by: piece) {
            builder.send(.client, at: start, Array(up[start...].prefix(piece)))
        }
        for (number, start) in stride(from: 0, to: down.count, by: piece).enumerated() where number != lost {
            builder.send(.server, at: start, Array(down[start...].prefix(piece)), ack: up.count)
        }
        builder.close(up: up.count, down: down.count)
        return builder.inspect()
    }

    @Test(arguments: [1, 2, 5, 9, 23, 24, 25, 61, 10_000])
    func `interleaved streams are separate exchanges, however segments are cut`(_ piece: Int) throws {
        let inspection = inspect(Self.up, Self.down, piece: piece)
        let exchanges = inspection.exchanges
        #expect(inspection.findings.kept.isEmpty)
        #expect(exchanges.map(\.url) == ["http://h/a", "http://h/b"])
        #expect(exchanges.map(\.method) == ["GET", "GET"])
        #expect(exchanges.map(\.httpStream) == [1, 3])
        #expect(exchanges.map(\.status) == [200, 200])
        #expect(exchanges.map(\.version) == ["HTTP/2.0", "HTTP/2.0"])
        #expect(exchanges.map(\.bodyBytes) == [141, 50])
        #expect(exchanges.map(\.isComplete) == [true, true])
        #expect(exchanges.map(\.mediaType) == [nil, "image/x"])
        #expect(exchanges[0].headerBytes == 10)
        #expect(inspection.flows.map(\.content) == [.http2])
        let packets = inspection.packets
        // The last byte of the first stream's padding does not count: its content ended nine bytes earlier.
        #expect(
            (exchanges[0].lastPacket ?? 0) <= packets - 3
                && (exchanges[0].lastPacket ?? 0) > (exchanges[1].firstPacket ?? 0)
        )
        let weight = exchanges.reduce(0) { $0 + $1.wireUpBytes + $1.wireDownBytes }
        let flow = try #require(inspection.flows.first)
        #expect(weight == flow.up.wireBytes + flow.down.wireBytes)
    }

    @Test func `a gap in a body affects only its stream`() {
        // The fourth piece of 61 bytes is within the content of stream 1.
        let inspection = inspect(Self.up, Self.down, piece: 40, dropping: 1)
        #expect(inspection.exchanges.map(\.isComplete) == [false, true])
        #expect(inspection.exchanges.map(\.bodyBytes) == [141, 50])
    }

    @Test func `a gap in frame headers ends parsing with a finding`() {
        let inspection = inspect(Self.up, Self.down, piece: 10, dropping: 0)
        #expect(inspection.exchanges.map(\.status) == [nil, nil])
        #expect(inspection.findings.kept.map(\.fault).contains(.unreadHTTP2(.down)))
    }

    @Test func `reports a reset, a push and a GOAWAY`() throws {
        let promise = Self.frame(
            5,
            4,
            1,
            [0, 0, 0, 2, 0x82, 0x86] + Self.field(":path", "/p") + Self.field(":authority", "h")
        )
        let down =
            Self.frame(4, 0, 0, []) + promise + Self.response(2) + Self.data(2, 3, ends: true)
            + Self.response(1) + Self.frame(3, 0, 1, [0, 0, 0, 8])
            + Self.frame(7, 0, 0, [0, 0, 0, 3, 0, 0, 0, 2])
        let inspection = inspect(Self.up, down, piece: 1000)
        #expect(inspection.exchanges.map(\.target) == ["/a", "/b", "/p"])
        #expect(inspection.exchanges.map(\.isPushed) == [false, false, true])
        #expect(inspection.exchanges.map(\.isReset) == [true, false, false])
        #expect(inspection.exchanges.map(\.isComplete) == [false, false, true])
        #expect(inspection.exchanges.map { $0.reset?.name } == ["CANCEL", nil, nil])
        #expect(inspection.exchanges[0].reset?.isFromClient == false)
        let farewells = try #require(inspection.flows.first).farewells
        #expect(farewells.map(\.name) == ["INTERNAL_ERROR"] && farewells.map(\.lastStream) == [3])
        #expect(inspection.findings.kept.map(\.fault) == farewells.map(CaptureFault.farewell))
    }

    @Test func `a GOAWAY without an error is reported but is no finding`() throws {
        let words = "max_age" + String(repeating: "!", count: 1000)
        let down =
            Self.down + Self.frame(7, 0, 0, [0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
            + Self.frame(7, 0, 0, [0x80, 0, 0, 3, 0, 0, 0, 0x63] + bytes(words)) + Self.frame(7, 0, 0, [1])
        for piece in [1, 7, 4000] {
            let inspection = inspect(
                Self.up + Self.frame(7, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0]),
                down,
                piece: piece
            )
            let told = try #require(inspection.flows.first).farewells.sorted { $0.packet < $1.packet }
            #expect(told.map(\.isFromClient) == [true, false, false])
            #expect(told.map(\.lastStream) == [0, 0x7FFF_FFFF, 3])
            #expect(told.map(\.name) == ["NO_ERROR", "NO_ERROR", "0x63"])
            #expect(told[2].text.count == 256 && told[2].text.hasPrefix("max_age!"))
            #expect(inspection.findings.kept.map(\.fault) == [.farewell(told[2])])
        }
    }

    @Test func `reads damaged frames to the end`() {
        var state: UInt64 = 47
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<2000 {
            var up = Self.up
            var down = Self.down
            for _ in 0...random(4) {
                up[random(up.count)] = UInt8(random(256))
                down[random(down.count)] = UInt8(random(256))
            }
            let inspection = inspect(up, down, piece: 1 + random(100))
            #expect(inspection.exchanges.allSatisfy { $0.bodyBytes >= 0 && $0.headerBytes >= 0 })
        }
    }
}
