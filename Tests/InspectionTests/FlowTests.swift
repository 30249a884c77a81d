import Inspection
import Testing
import Wire

struct FlowTests {
    @Test func `numbers streams in order of first packet`() {
        var builder = PacketBuilder()
        for port: UInt16 in [40_000, 40_001, 40_002] {
            builder.clientPort = port
            builder.handshake()
        }
        let flows = builder.inspect().flows
        #expect(flows.map(\.stream) == [0, 1, 2])
        #expect(flows.map(\.client.port) == [40_000, 40_001, 40_002])
        #expect(flows.allSatisfy { !$0.isClientGuessed && $0.ending == .open })
    }

    @Test func `a SYN with a new sequence number on the same ports starts a new stream`() {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: -1, ack: nil, flags: .syn)
        builder.close(up: 0, down: 0)
        builder.clientStart = 77_000
        builder.serverStart = 88_000
        builder.handshake()
        let flows = builder.inspect().flows
        #expect(flows.map(\.up.packets) == [4, 2])
        #expect(flows.map(\.ending) == [.closed, .open])
    }

    @Test func `a FIN from one side leaves the connection half closed`() {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, flags: .fin)
        #expect(builder.inspect().flows.map(\.ending) == [.halfClosed])
    }

    @Test func `without SYN or HTTP the lower port is assumed to be the server's`() {
        var builder = PacketBuilder()
        builder.send(.server, at: 0, bytes("220 ready\r\n"))
        let flow = builder.inspect().flows.first
        #expect(flow?.client.port == 40_000)
        #expect(flow?.isClientGuessed == true)
    }

    @Test func `a retransmitted SYN keeps the first one's timestamp`() {
        var builder = PacketBuilder()
        builder.send(.client, at: -1, ack: nil, flags: .syn)
        builder.handshake()
        let flow = builder.inspect().flows.first
        #expect(flow?.handshake?.syn == PacketBuilder.stamp(1))
        #expect(flow?.handshakeRoundTrip == 3 * PacketBuilder.interval)
    }

    private static let tcp: [UInt8] = {
        var builder = PacketBuilder()
        builder.send(.client, at: 0, bytes("GET / HTTP/1.1\r\n\r\n"))
        return builder.packets[0].bytes
    }()

    private static let addresses = [UInt8](repeating: 2, count: 12)

    @Test(
        arguments: [
            (.rawIP, []), (.rawIPLive, []), (.ipv4, []), (.null, [2, 0, 0, 0]), (.loop, [0, 0, 0, 2]),
            (.ethernet, addresses + [8, 0]), (.ethernet, addresses + [0x81, 0, 0, 5, 8, 0]),
            (.ethernet, addresses + [0x88, 0xA8, 0, 5, 0x81, 0, 0, 6, 8, 0]),
            (.linuxCooked, [UInt8](repeating: 0, count: 14) + [8, 0]),
            (.linuxCooked2, [8, 0] + [UInt8](repeating: 0, count: 18)),
        ] as [(LinkType, [UInt8])]
    )
    func `finds packets behind every link header`(_ linkType: LinkType, _ header: [UInt8]) {
        var builder = PacketBuilder()
        builder.add(header + Self.tcp, linkType: linkType)
        #expect(builder.inspect().exchanges.map(\.target) == ["/"])
        // Padding after the packet is not part of its payload.
        builder.packets = []
        builder.add(header + Self.tcp + [0, 0, 0, 0, 0, 0], linkType: linkType)
        #expect(builder.inspect().flows.map(\.up.streamBytes) == [18])
        for length in 0..<(header + Self.tcp).count {
            builder.packets = []
            builder.add(Array((header + Self.tcp).prefix(length)), linkType: linkType)
            #expect(builder.inspect().packets == 1)
        }
    }

    @Test func `reads IPv6 like IPv4`() {
        var builder = PacketBuilder()
        let header: [UInt8] = [0x60, 0, 0, 0, 0, UInt8(Self.tcp.count - 20), 6, 64]
        builder.add(header + [UInt8](repeating: 1, count: 32) + Self.tcp.dropFirst(20))
        let inspection = builder.inspect()
        #expect(inspection.exchanges.map(\.target) == ["/"])
        #expect(inspection.exchanges.first?.server.description == "[101:101:101:101:101:101:101:101]:80")
    }

    @Test(
        arguments: [
            (6, 0x20, .fragments(1)), (7, 0x10, .fragments(1)), (3, 21, .header(.shortTCP)), (3, 41, nil),
            (32, 0xF0, .header(.longTCP)), (0, 0x41, .header(.ipv4)),
        ] as [(Int, UInt8, CaptureFault?)]
    )
    func `an unreadable packet is a finding with its number`(
        _ offset: Int,
        _ value: UInt8,
        _ fault: CaptureFault?
    ) {
        var bytes = Self.tcp
        bytes[offset] = value
        if fault == .header(.shortTCP) { bytes = Array(bytes.prefix(21)) }
        var builder = PacketBuilder()
        builder.add(bytes)
        let expected = fault.map { [CaptureFinding(packet: 1, $0)] } ?? []
        #expect(builder.inspect().findings.kept == expected)
    }

    @Test func `reports an unknown link type once, by number`() {
        var builder = PacketBuilder()
        for _ in 0..<3 { builder.add([1, 2, 3], linkType: LinkType(rawValue: 147)) }
        let finding = CaptureFinding(packet: 1, .unknownLink(LinkType(rawValue: 147)))
        #expect(builder.inspect().findings.kept == [finding])
    }

    @Test func `gives up on a persistent gap when too much data waits behind it`() throws {
        var builder = PacketBuilder()
        builder.handshake()
        let request = bytes("GET / HTTP/1.1\r\n\r\n")
        let head = bytes("HTTP/1.1 200 OK\r\nContent-Length: 30000000\r\n\r\n")
        builder.send(.client, at: 0, request)
        builder.send(.server, at: 0, head)
        let segment = [UInt8](repeating: 7, count: 60_000)
        for index in 1..<500 { builder.send(.server, at: head.count + index * 60_000, segment) }
        let inspection = builder.inspect()
        let exchange = try #require(inspection.exchanges.first)
        #expect(exchange.bodyBytes == 30_000_000)
        #expect(!exchange.isComplete)
        #expect(inspection.flows.first?.down.missingBytes == 60_000)
        #expect(inspection.findings.kept.map(\.connection?.stream) == [0])
    }

    @Test func `a capture may start with a keep-alive`() {
        for probe in [[], [0]] as [[UInt8]] {
            var builder = PacketBuilder()
            builder.send(.client, at: -1, probe)
            builder.send(.server, at: 0)
            builder.send(.client, at: 0, Sample.request)
            builder.send(.server, at: 0, Sample.response, ack: Sample.request.count)
            let inspection = builder.inspect()
            #expect(inspection.exchanges.map(\.target) == ["/a.jpg"])
            #expect(inspection.exchanges.map(\.isComplete) == [true])
            #expect(inspection.findings.kept.isEmpty)
        }
    }

    @Test func `ignores a sequence number outside any window`() {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.server, at: 1 << 31, bytes("x"))
        let inspection = builder.inspect()
        #expect(inspection.findings.kept.map(\.packet) == [4])
        #expect(inspection.flows.first?.down.streamBytes == 0)
    }

    @Test(arguments: [true, false]) func `in mid-connection TLS the port suggests the server, as a guess`(
        _ isServerFirst: Bool
    ) {
        let record: [UInt8] = [0x17, 3, 3, 0, 40] + [UInt8](repeating: 9, count: 40)
        var builder = PacketBuilder()
        builder.serverPort = 443
        for from in isServerFirst ? [PacketBuilder.From.server, .client] : [.client, .server] {
            builder.send(from, at: 0, record)
        }
        let flow = builder.inspect().flows.first
        #expect(flow?.server.port == 443 && flow?.isClientGuessed == true && flow?.content == .tls)
    }
}
