import Inspection
import Testing
import Wire

struct ReassemblyTests {
    @Test(arguments: [0, 1]) func `a keep-alive at the start of a capture does not start a request`(
        length: Int
    ) throws {
        var builder = PacketBuilder()
        builder.send(.client, at: -1, Array(repeating: 0, count: length))
        builder.send(.server, at: 0)
        builder.send(.client, at: 0, Sample.request, flags: TCPHeader.Flags(rawValue: 0x08))
        builder.send(.server, at: 0, Sample.response, ack: Sample.request.count)
        let inspection = builder.inspect()
        #expect(inspection.exchanges.count == 1 && inspection.findings.kept.isEmpty)
        #expect(inspection.exchanges.first?.method == "GET")
        #expect(inspection.exchanges.first?.requestBytes == Sample.request.count)
        #expect(inspection.flows.first?.up.streamBytes == Sample.request.count)
    }

    @Test func `an exchange is the same for any segmentation`() throws {
        let request = Sample.request
        let response = Sample.response
        for size in 1...max(request.count, response.count) {
            var builder = PacketBuilder()
            builder.handshake()
            for start in stride(from: 0, to: request.count, by: size) {
                builder.send(.client, at: start, Array(request[start...].prefix(size)))
            }
            let firstDown = builder.packets.count + 1
            for start in stride(from: 0, to: response.count, by: size) {
                builder.send(.server, at: start, Array(response[start...].prefix(size)), ack: request.count)
            }
            let last = builder.packets.count
            let inspection = builder.inspect()
            let exchange = try #require(inspection.exchanges.first)
            #expect(inspection.exchanges.count == 1)
            #expect(exchange.requestSent == PacketBuilder.stamp(4))
            #expect(exchange.firstByte == PacketBuilder.stamp(firstDown))
            #expect(exchange.lastByte == PacketBuilder.stamp(last))
            #expect(exchange.bodyBytes == 10 && exchange.isComplete)
            #expect(exchange.requestBytes == request.count)
            #expect(
                exchange.wireUpBytes == builder.packets[..<(firstDown - 1)].reduce(0) { $0 + $1.bytes.count }
                    - 40
            )
        }
    }

    @Test(arguments: [0, 1, 4_294_967_295, 4_294_967_290, 4_294_967_250, 2_147_483_640] as [UInt32])
    func `sequence numbers may wrap at any offset`(_ start: UInt32) throws {
        var builder = PacketBuilder()
        builder.clientStart = start
        builder.serverStart = start
        builder.handshake()
        for offset in stride(from: 0, to: Sample.request.count, by: 7) {
            builder.send(.client, at: offset, Sample.request.dropFirst(offset).prefix(7))
        }
        for offset in stride(from: 0, to: Sample.response.count, by: 7).reversed() {
            builder.send(.server, at: offset, Sample.response.dropFirst(offset).prefix(7))
        }
        let inspection = builder.inspect()
        let exchange = try #require(inspection.exchanges.first)
        #expect(exchange.isComplete && exchange.bodyBytes == 10)
        #expect(exchange.retransmittedBytes == 0)
        #expect(inspection.findings.kept.isEmpty)
    }

    @Test func `a body arrives once all bytes before it have`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        let middle = Sample.head.count + 3
        builder.send(.server, at: middle, Sample.response.dropFirst(middle))
        builder.send(.server, at: 0, Sample.response.prefix(20))
        builder.send(.server, at: 20, Sample.response.dropFirst(20).prefix(middle - 20))
        let exchange = try #require(builder.inspect().exchanges.first)
        #expect(exchange.firstByte == PacketBuilder.stamp(6))
        #expect(exchange.lastByte == PacketBuilder.stamp(7))
        #expect(exchange.lastPacket == 7)
        #expect(exchange.isComplete)
    }

    @Test(arguments: [(0, 49), (0, 20), (10, 39), (30, 18), (48, 1)])
    func `repeated bytes count as retransmitted and change nothing else`(_ from: Int, _ count: Int) throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.response.prefix(25))
        builder.send(.server, at: 25, Sample.response.dropFirst(25))
        builder.send(.client, at: Sample.request.count, ack: Sample.response.count)
        builder.send(.server, at: from, Sample.response.dropFirst(from).prefix(count))
        let inspection = builder.inspect()
        let exchange = try #require(inspection.exchanges.first)
        #expect(Sample.response.count == 49)
        // A keep-alive sends the byte just before the next one.
        #expect(exchange.retransmittedBytes == (count == 1 ? 0 : count))
        #expect(exchange.lastByte == PacketBuilder.stamp(6))
        #expect(exchange.wireDownBytes == 40 + 40 * 3 + Sample.response.count + count)
        #expect(inspection.flows.first?.down.streamBytes == Sample.response.count)
    }

    @Test func `bytes that overlap buffered segments count as retransmitted`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 10, Sample.response.dropFirst(10).prefix(10))
        builder.send(.server, at: 30, Sample.response.dropFirst(30))
        // With other boundaries: it covers both, and the bytes between and before them.
        builder.send(.server, at: 5, Sample.response.dropFirst(5).prefix(35))
        builder.send(.server, at: 0, Sample.response.prefix(5))
        let exchange = try #require(builder.inspect().exchanges.first)
        #expect(exchange.isComplete && exchange.bodyBytes == 10)
        #expect(exchange.retransmittedBytes == 20)
        #expect(exchange.firstByte == PacketBuilder.stamp(8))
        #expect(exchange.lastByte == PacketBuilder.stamp(8))
    }

    @Test func `a missing segment makes the exchange incomplete`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.head + bytes("012"))
        builder.send(.server, at: Sample.head.count + 6, bytes("6789"))
        builder.send(.client, at: Sample.request.count, bytes("GET /b HTTP/1.1\r\n\r\n"))
        builder.send(.server, at: Sample.response.count, Sample.response, flags: .fin)
        let inspection = builder.inspect()
        #expect(inspection.exchanges.map(\.isComplete) == [false, true])
        #expect(inspection.exchanges.map(\.bodyBytes) == [10, 10])
        #expect(inspection.flows.first?.down.missingBytes == 3)
        #expect(inspection.findings.kept.map(\.connection?.stream) == [0])
        let server = try #require(inspection.flows.first).server
        guard case .missing(3, server, _)? = inspection.findings.kept.first?.fault else {
            return #expect(Bool(false), "no finding")
        }
    }

    @Test func `a gap in a header affects only its exchange`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.head.prefix(20))
        builder.send(.server, at: 30, Sample.response.dropFirst(30))
        builder.send(.client, at: Sample.request.count, bytes("GET /b HTTP/1.1\r\nHost: h\r\n\r\n"))
        builder.send(.server, at: Sample.response.count, Sample.response)
        let exchanges = builder.inspect().exchanges
        #expect(exchanges.map(\.status) == [200, 200])
        #expect(exchanges.map(\.target) == ["/a.jpg", "/b"])
        #expect(exchanges.map(\.isComplete) == [false, true])
    }

    @Test(arguments: [16, 17, 19, 36, 37])
    func `uses the complete lines of headers truncated by the recorder`(_ kept: Int) throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request, keep: 40 + 30)
        builder.send(.server, at: 0, Sample.response, ack: Sample.request.count, keep: 40 + kept)
        let next = bytes("GET /b HTTP/1.1\r\nHost: h\r\n\r\n")
        builder.send(.client, at: Sample.request.count, next, ack: Sample.response.count)
        builder.send(
            .server,
            at: Sample.response.count,
            Sample.response,
            ack: Sample.request.count + next.count
        )
        let exchanges = builder.inspect().exchanges
        #expect(exchanges.map(\.target) == ["/a.jpg", "/b"])
        // The status line has 17 bytes.
        #expect(exchanges.map(\.status) == [kept < 17 ? nil : 200, 200])
        #expect(exchanges.map(\.isComplete) == [false, true])
        #expect(exchanges.map(\.bodyBytes) == [0, 10])
        #expect(exchanges[0].headerBytes == [16: 0, 17: 17, 19: 17, 36: 17, 37: 37][kept])
        #expect(exchanges[0].requestSent == PacketBuilder.stamp(4))
        #expect(exchanges[0].firstByte == (kept < 17 ? nil : PacketBuilder.stamp(5)))
    }

    @Test func `a response header cut off by the capture's end still shows its status`() throws {
        var builder = PacketBuilder()
        builder.send(.server, at: 0, Sample.response, keep: 60)
        let exchange = try #require(builder.inspect().exchanges.first)
        #expect(exchange.status == 200 && !exchange.isComplete && exchange.method == nil)
    }

    @Test func `packets truncated by the recorder count in full`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.head)
        builder.send(.server, at: Sample.head.count, bytes("0123456789"), keep: 43)
        let inspection = builder.inspect()
        let exchange = try #require(inspection.exchanges.first)
        #expect(exchange.bodyBytes == 10 && exchange.isComplete)
        #expect(exchange.lastByte == PacketBuilder.stamp(6))
        #expect(inspection.findings.kept.count == 1)
    }
}
