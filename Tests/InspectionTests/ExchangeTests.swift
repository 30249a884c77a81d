import Inspection
import Testing
import Wire

struct ExchangeTests {
    @Test func `a plain exchange is measured from its packets`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, ack: Sample.request.count)
        builder.send(.server, at: 0, Sample.response.prefix(45), ack: Sample.request.count)
        builder.send(.server, at: 45, Sample.response.dropFirst(45), ack: Sample.request.count)
        builder.send(.client, at: Sample.request.count, ack: Sample.response.count)
        builder.close(up: Sample.request.count, down: Sample.response.count)
        let inspection = builder.inspect()
        let exchange = try #require(inspection.exchanges.first)
        #expect(inspection.exchanges.count == 1)
        #expect(inspection.findings.kept.isEmpty)
        #expect(exchange.stream == 0 && exchange.order == 0)
        #expect(exchange.client.description == "198.18.0.1:40000")
        #expect(exchange.server.description == "198.18.0.2:80")
        #expect(exchange.method == "GET")
        #expect(exchange.target == "/a.jpg")
        #expect(exchange.url == "http://origin.netlab.test/a.jpg")
        #expect(exchange.status == 200 && exchange.version == "HTTP/1.1")
        #expect(exchange.requestSent == PacketBuilder.stamp(4))
        #expect(exchange.firstByte == PacketBuilder.stamp(6))
        #expect(exchange.lastByte == PacketBuilder.stamp(7))
        #expect(exchange.duration == 3 * PacketBuilder.interval)
        #expect(exchange.requestBytes == Sample.request.count)
        #expect(exchange.headerBytes == Sample.head.count)
        #expect(exchange.bodyBytes == 10 && exchange.decodedBytes == 10)
        #expect(exchange.retransmittedBytes == 0)
        #expect(exchange.isComplete)
        #expect(exchange.firstPacket == 4 && exchange.lastPacket == 7)
        #expect(
            exchange.handshake
                == Handshake(
                    syn: PacketBuilder.stamp(1),
                    synAck: PacketBuilder.stamp(2),
                    ack: PacketBuilder.stamp(3)
                )
        )
        // Every packet of the connection, including handshake and end.
        #expect(exchange.wireUpBytes == 5 * 40 + Sample.request.count)
        #expect(exchange.wireDownBytes == 6 * 40 + Sample.response.count)
        let flow = try #require(inspection.flows.first)
        #expect(flow.ending == .closed)
        #expect(flow.handshakeRoundTrip == 2 * PacketBuilder.interval)
        #expect(flow.up.packets == 5 && flow.down.packets == 6)
        #expect(flow.down.streamBytes == Sample.response.count)
    }

    @Test func `pipelined requests are paired in order`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        let both = Sample.request + bytes("HEAD /b HTTP/1.1\r\nHost: h\r\n\r\n")
        builder.send(.client, at: 0, both)
        builder.send(.server, at: 0, Sample.response + Sample.head, ack: both.count)
        let exchanges = builder.inspect().exchanges
        #expect(exchanges.map(\.target) == ["/a.jpg", "/b"])
        #expect(exchanges.map(\.order) == [0, 1])
        #expect(exchanges.map(\.bodyBytes) == [10, 0])
        #expect(exchanges.map(\.isComplete) == [true, true])
    }

    @Test func `on a persistent connection each packet counts for one exchange`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        for index in 0..<3 {
            let up = index * Sample.request.count
            let down = index * Sample.response.count
            builder.send(.client, at: up, Sample.request, ack: down)
            builder.send(.server, at: down, Sample.response, ack: up + Sample.request.count)
            builder.send(.client, at: up + Sample.request.count, ack: down + Sample.response.count)
        }
        builder.close(up: 3 * Sample.request.count, down: 3 * Sample.response.count)
        let inspection = builder.inspect()
        let exchanges = inspection.exchanges
        #expect(exchanges.map(\.order) == [0, 1, 2])
        let up = 80 + Sample.request.count
        let down = 40 + Sample.response.count
        #expect(exchanges.map(\.wireUpBytes) == [up + 80, up, up + 40])
        #expect(exchanges.map(\.wireDownBytes) == [down + 40, down, down + 80])
        #expect(exchanges.map { $0.handshake != nil } == [true, false, false])
        #expect(exchanges.map(\.requestSent) == [4, 7, 10].map(PacketBuilder.stamp))
        #expect(exchanges.reduce(0) { $0 + $1.wireDownBytes } == inspection.flows.first?.down.wireBytes)
    }

    @Test(arguments: [
        ("HEAD", "200 OK", "Content-Length: 310448\r\n", ""),
        ("GET", "304 Not Modified", "Content-Length: 310448\r\n", ""),
        ("GET", "204 No Content", "", ""),
        ("GET", "200 OK", "Content-Length: 0\r\n", ""),
    ])
    func `a response without a body ends with its header`(
        _ method: String,
        _ status: String,
        _ fields: String,
        _ body: String
    ) throws {
        var builder = PacketBuilder()
        builder.handshake()
        let request = bytes("\(method) /a HTTP/1.1\r\nHost: h\r\n\r\n")
        let head = bytes("HTTP/1.1 \(status)\r\n\(fields)\r\n")
        builder.send(.client, at: 0, request)
        builder.send(.server, at: 0, head)
        builder.send(.client, at: request.count, request)
        builder.send(.server, at: head.count, head)
        let exchanges = builder.inspect().exchanges
        #expect(exchanges.count == 2)
        #expect(exchanges.allSatisfy { $0.isComplete && $0.bodyBytes == 0 && $0.headerBytes == head.count })
        #expect(exchanges.map(\.lastByte) == [5, 7].map(PacketBuilder.stamp))
    }

    @Test func `interim responses are not exchanges`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        let head = bytes("PUT /a HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
        builder.send(.client, at: 0, head)
        let interim = bytes("HTTP/1.1 100 Continue\r\n\r\n")
        builder.send(.server, at: 0, interim)
        builder.send(.client, at: head.count, bytes("data"))
        builder.send(.server, at: interim.count, Sample.response)
        let exchanges = builder.inspect().exchanges
        let exchange = try #require(exchanges.first)
        #expect(exchanges.count == 1)
        #expect(exchange.status == 200)
        #expect(exchange.firstByte == PacketBuilder.stamp(7))
        #expect(exchange.requestBytes == head.count + 4)
        #expect(exchange.headerBytes == Sample.head.count)
    }

    @Test func `a chunked body has its transferred and its decoded size`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        let head = bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        let body = bytes("5\r\n01234\r\n5;x=y\r\n56789\r\n0\r\nTrailer: x\r\n\r\n")
        builder.send(.server, at: 0, head + body)
        let exchange = try #require(builder.inspect().exchanges.first)
        #expect(exchange.bodyBytes == body.count)
        #expect(exchange.decodedBytes == 10)
        #expect(exchange.isComplete)
    }

    @Test(arguments: [true, false])
    func `a body that lasts until the connection ends is complete only with a FIN`(_ hasEnd: Bool) throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        let head = bytes("HTTP/1.0 200 OK\r\n\r\n")
        builder.send(.server, at: 0, head + bytes("01234"), flags: hasEnd ? .fin : [])
        let exchange = try #require(builder.inspect().exchanges.first)
        #expect(exchange.version == "HTTP/1.0")
        #expect(exchange.bodyBytes == 5)
        #expect(exchange.isComplete == hasEnd)
        #expect(exchange.lastByte == PacketBuilder.stamp(5))
    }

    @Test func `a reset connection keeps what had arrived`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.head + bytes("0123"))
        builder.send(.server, at: Sample.head.count + 4, flags: .rst)
        let inspection = builder.inspect()
        let exchange = try #require(inspection.exchanges.first)
        #expect(!exchange.isComplete)
        #expect(exchange.bodyBytes == 4)
        #expect(exchange.lastByte == PacketBuilder.stamp(5))
        #expect(inspection.flows.first?.ending == .reset)
    }

    @Test func `an unanswered request is an exchange without a status`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        let exchange = try #require(builder.inspect().exchanges.first)
        #expect(exchange.status == nil && exchange.lastByte == nil && exchange.duration == nil)
        #expect(!exchange.isComplete)
        #expect(exchange.wireUpBytes == 120 + Sample.request.count)
    }

    @Test func `a connection without its handshake is read from the capture's start`() throws {
        var builder = PacketBuilder()
        // The end of an earlier response, from high ports on both sides.
        builder.send(.server, at: 0, bytes("tail of a body"), ack: 0)
        builder.send(.client, at: 0, Sample.request, ack: 14)
        builder.send(.server, at: 14, Sample.response, ack: Sample.request.count)
        let inspection = builder.inspect()
        let exchange = try #require(inspection.exchanges.first)
        #expect(inspection.exchanges.count == 1)
        #expect(exchange.isComplete && exchange.bodyBytes == 10)
        #expect(exchange.client.port == 40_000)
        #expect(exchange.handshake == nil)
        #expect(exchange.firstPacket == 2)
    }

    @Test func `a response without its request is an exchange without a method`() throws {
        var builder = PacketBuilder()
        builder.send(.server, at: 0, Sample.response)
        let exchange = try #require(builder.inspect().exchanges.first)
        #expect(exchange.method == nil && exchange.url == nil && exchange.requestSent == nil)
        #expect(exchange.status == 200 && exchange.isComplete)
        #expect(exchange.client.port == 40_000)
        #expect(exchange.firstPacket == 1)
    }
}
