import Inspection
import Testing
import Wire

struct WebSocketTests {
    private static let request = bytes("GET /s HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n\r\n")
    private static let response = bytes("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n")
    private static let masked: [UInt8] = [0x81, 0x85, 1, 2, 3, 4] + [UInt8](repeating: 9, count: 5)
    private static let long: [UInt8] = [0x82, 126, 1, 0] + [UInt8](repeating: 9, count: 256)
    private static let ping: [UInt8] = [0x89, 0]
    private static let close: [UInt8] = [0x88, 2, 0x03, 0xE9]

    @Test(arguments: [1, 3, 100, 1000])
    func `counts frames however segments are cut`(_ piece: Int) throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Self.request)
        let down = Self.response + Self.long + Self.ping + Self.close
        for start in stride(from: 0, to: down.count, by: piece) {
            builder.send(.server, at: start, Array(down[start...].prefix(piece)))
        }
        for start in stride(from: 0, to: Self.masked.count, by: piece) {
            builder.send(.client, at: Self.request.count + start, Array(Self.masked[start...].prefix(piece)))
        }
        let inspection = builder.inspect()
        let exchange = try #require(inspection.exchanges.first)
        #expect(inspection.exchanges.count == 1)
        #expect(exchange.status == 101 && exchange.isWebSocket)
        let frames = try #require(exchange.frames)
        #expect(frames.down.frames == 3 && frames.down.messages == 1 && frames.down.bytes == 256)
        #expect(frames.down.controls == 2)
        #expect(frames.up.frames == 1 && frames.up.messages == 1 && frames.up.bytes == 5)
        #expect(frames.closeCode == 1001)
    }
}
