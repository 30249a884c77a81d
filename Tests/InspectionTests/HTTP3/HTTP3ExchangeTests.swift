import Compression
import Testing
import Wire

@testable import Inspection

/// Streams of HTTP/3, without the packets around them.
struct HTTP3ExchangeTests {
    private static let request: [UInt8] = [1, 4, 0, 0, 0xC1, 0xD1]
    private static let response: [UInt8] = [1, 3, 0, 0, 0xD9, 0, 2, 0x61, 0x62]
    private static let trailers: [UInt8] = [1, 3, 0, 0, 0xE0]

    private let connection: ObservedHTTP3Connection
    private var findings = CaptureFindings()
    private var stamp: Int64 = 1

    init() {
        let context = CaptureContext(
            options: ConversationOptions(),
            bodies: nil,
            unpacking: UnpackingBudget(),
            sessions: TLSResults(most: 16, spool: nil)
        )
        connection = ObservedHTTP3Connection(.quic(0), context)
    }

    private mutating func give(_ bytes: [UInt8], at offset: Int, _ direction: StreamDirection) {
        let arrival = Arrival(stamp: stamp, packet: Int(stamp))
        stamp += 1
        let piece = StreamPiece(offset: offset, length: bytes.count, arrival: arrival, before: arrival)
        connection.receive(bytes.span.bytes, piece, 0, direction, &findings)
    }

    private mutating func end(_ direction: StreamDirection) {
        connection.finish(Arrival(stamp: stamp, packet: Int(stamp)), 0, direction)
    }

    @Test mutating func `trailers belong to their response`() {
        give(Self.request, at: 0, .up)
        end(.up)
        give(Self.response + Self.trailers, at: 0, .down)
        end(.down)
        let exchanges = connection.takeExchanges(keeping: nil)
        #expect(exchanges.map(\.status) == [200] && exchanges.map(\.bodyBytes) == [2])
        #expect(exchanges.first?.isComplete == true && exchanges.first?.target == "/")
        #expect(findings.kept == [])
    }

    @Test mutating func `trailers behind a response that the client has stopped are none of their own`() {
        give(Self.request, at: 0, .up)
        end(.up)
        give(Self.response, at: 0, .down)
        connection.reset(0, CaptureReset(isFromClient: true, code: 0x10C, isHTTP3: true, stamp: stamp))
        give(Self.trailers, at: Self.response.count, .down)
        end(.down)
        let exchanges = connection.takeExchanges(keeping: nil)
        #expect(exchanges.count == 1 && exchanges.first?.isComplete == false)
        #expect(exchanges.first?.reset?.code == 0x10C)
    }

    @Test mutating func `a response may come without its request`() {
        give(Self.response, at: 0, .down)
        end(.down)
        let exchanges = connection.takeExchanges(keeping: nil)
        #expect(exchanges.map(\.status) == [200] && exchanges.first?.requestSent == nil)
    }
}
