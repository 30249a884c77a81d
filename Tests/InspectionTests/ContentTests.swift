import Compression
import Inspection
import Testing
import Wire

struct ContentTests {
    private static let text = Array(String(repeating: "the same again, ", count: 500).utf8)

    private func inspect(_ head: String, _ body: [UInt8], piece: Int = 100, bodies: Bodies? = nil) throws
        -> CaptureExchange
    {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        let response = bytes("HTTP/1.1 200 OK\r\n\(head)\r\n") + body
        for start in stride(from: 0, to: response.count, by: piece) {
            builder.send(.server, at: start, Array(response[start...].prefix(piece)))
        }
        var inspector = CaptureInspector(bodies: bodies)
        for packet in builder.packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
        return try #require(inspector.finish().exchanges.first)
    }

    @Test(arguments: [1, 100, 100_000])
    func `compressed content has its transferred and its decompressed size`(_ piece: Int) throws {
        let packed = try Gzip.compress(Self.text)
        let exchange = try inspect(
            "Content-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n",
            packed,
            piece: piece
        )
        #expect(exchange.bodyBytes == packed.count && exchange.contentBytes == packed.count)
        #expect(exchange.decodedBytes == Self.text.count)
        #expect(exchange.isDecoded && exchange.isComplete)
    }

    @Test func `content in an unknown coding counts as transferred`() throws {
        let exchange = try inspect("Content-Encoding: br\r\nContent-Length: 4\r\n", [1, 2, 3, 4])
        #expect(exchange.decodedBytes == 4 && !exchange.isDecoded && exchange.isComplete)
    }

    private final class Bodies: BodyCollector, BodySink {
        var content: [UInt8] = []
        var ends = 0

        func sink(for exchange: CaptureExchange) -> (any BodySink)? { self }

        func receive(_ content: RawSpan) { content.withUnsafeBytes { self.content.append(contentsOf: $0) } }

        func skip() {}

        func finish() { ends += 1 }
    }

    @Test func `a body consumer receives decompressed content without chunk framing`() throws {
        let packed = try Gzip.compress(Self.text)
        let chunk = bytes(String(packed.count, radix: 16) + "\r\n") + packed + bytes("\r\n0\r\n\r\n")
        let bodies = Bodies()
        _ = try inspect("Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", chunk, bodies: bodies)
        #expect(bodies.content == Self.text)
        #expect(bodies.ends == 1)
    }
}
