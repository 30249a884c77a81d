import Inspection
import Testing
import Wire

/// Nested headers, and fragmented packets.
struct LayerTests {
    private static let tcp: [UInt8] = {
        var builder = PacketBuilder()
        builder.send(.client, at: 0, bytes("GET / HTTP/1.1\r\n\r\n"))
        return builder.packets[0].bytes
    }()

    private static let zeros = [UInt8](repeating: 0, count: 64)
    private static let ethernet = [UInt8](repeating: 2, count: 12) + [8, 0]

    private static func ip(_ transport: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var header = PacketBuilder.ipv4(length: 20 + payload.count, source: 1, destination: 2)
        header[9] = transport
        return header + payload
    }

    private static func udp(_ port: UInt32, _ payload: [UInt8]) -> [UInt8] {
        PacketBuilder.number(9, 2) + PacketBuilder.number(port, 2)
            + PacketBuilder.number(UInt32(8 + payload.count), 2) + [0, 0] + payload
    }

    private static let snap: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0, 8, 0]

    @Test(
        arguments: [
            (.ppp, [0x00, 0x21]), (.ppp, [0x21]), (.pppHDLC, [0xFF, 3, 0, 0x21]),
            (.ppp, [0x0F, 0, 8, 0]), (.pppEthernet, [0x11, 0, 0, 1, 0, 9, 0, 0x21]),
            (.ethernet, ethernet.dropLast(2) + [0x88, 0x64, 0x11, 0, 0, 1, 0, 9, 0, 0x21]),
            (.ethernet, ethernet.dropLast(2) + [0x88, 0x47, 0, 0, 0x10, 64, 0, 0, 0x21, 64]),
            (.ethernet, ethernet.dropLast(2) + [0, 60] + snap),
            (.mpls, [0, 0, 1, 64] + zeros.prefix(4) + ethernet),
            (.arcnet, [1, 2, 240]), (.arcnet, [1, 2, 212, 0, 0, 7]),
            (.arcnet, [1, 2, 196, 0xFF, 0xFF, 0xFF, 196, 0, 0, 7]),
            (.arcnetLinux, [1, 2, 0, 0, 212, 0, 0, 7]),
            (.nflog, [2, 0, 0, 0, 8, 0, 1, 0, 8, 0, 2, 0, 62, 0, 9, 0]),
            (.pktap, [64, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] + zeros.prefix(52) + ethernet),
            (.pktap, [12, 0, 0, 0, 1, 0, 0, 0, 101, 0, 0, 0]),
            (.slip, Array(zeros.prefix(16))), (.infiniBand, zeros.prefix(40) + [8, 0, 0, 0]),
            (.perPacketInformation, [0, 0, 12, 0, 1, 0, 0, 0, 9, 9, 9, 9] + ethernet),
            (.broadcomTag, ethernet.prefix(12) + [0x2C, 0, 0, 0x80, 8, 0]),
            (.broadcomTagAhead, [0, 0, 0x20, 5] + ethernet),
            (.marvellTag, ethernet.prefix(12) + [0xC0, 0x0A, 0, 0, 8, 0]),
            (.marvellTypedTag, ethernet.prefix(12) + [0xDA, 0xDA, 0, 0, 0xC0, 0x10, 5, 0x39, 8, 0]),
            (.wireless, [0x08, 1] + zeros.prefix(22) + snap),
            (.wireless, [0x88, 2] + zeros.prefix(24) + snap),
            (.wireless, [0x08, 3] + zeros.prefix(28) + snap),
            (.wirelessRadiotap, [0, 0, 8, 0, 0, 0, 0, 0, 0x08, 1] + zeros.prefix(22) + snap),
            // The radio's clock, and flags that announce a padded header.
            (
                .wirelessRadiotap,
                [0, 0, 17, 0, 3, 0, 0, 0] + zeros.prefix(8) + [0x20, 0x88, 2] + zeros.prefix(26) + snap
            ),
            (.wirelessPrism, [0, 0, 0, 0, 8, 0, 0, 0, 0x08, 1] + zeros.prefix(22) + snap),
            (.wirelessAVS, [0, 0, 0, 0, 0, 0, 0, 8, 0x08, 1] + zeros.prefix(22) + snap),
        ] as [(LinkType, [UInt8])]
    )
    func `finds packets behind rare link headers and never reads past their end`(
        _ linkType: LinkType,
        _ header: [UInt8]
    ) {
        let whole = header + Self.tcp
        var builder = PacketBuilder()
        builder.add(whole, linkType: linkType)
        #expect(builder.inspect().exchanges.map(\.target) == ["/"])
        for length in 0..<whole.count {
            builder.packets = []
            builder.add(Array(whole.prefix(length)), originalLength: whole.count, linkType: linkType)
            #expect(builder.inspect().packets == 1)
        }
    }

    /// A request in segments, each in one packet of an aggregated frame.
    private static func aggregate(_ texts: [String]) -> [UInt8] {
        var builder = PacketBuilder()
        var offset = 0
        for text in texts {
            builder.send(.client, at: offset, bytes(text))
            offset += text.utf8.count
        }
        var frame = [0x88, 1] + zeros.prefix(22) + [0x80, 0]
        for (place, packet) in builder.packets.enumerated() {
            let content = snap + packet.bytes
            let filling = place < texts.count - 1 ? (4 - (14 + content.count) % 4) % 4 : 0
            frame +=
                zeros.prefix(12) + PacketBuilder.number(UInt32(content.count), 2) + content
                + zeros.prefix(filling)
        }
        return frame
    }

    @Test(arguments: [[], [1, 2, 3, 4]] as [[UInt8]])
    func `reads each packet of an aggregated wireless frame`(_ checkSum: [UInt8]) {
        let texts = ["GET /a HTTP/1.1\r\n", "Host: h\r\n\r\n", "GET /bcd HTTP/1.1\r\n\r\n"]
        let whole = Self.aggregate(texts) + checkSum
        var builder = PacketBuilder()
        builder.add(whole, linkType: .wireless)
        let inspection = builder.inspect()
        #expect(inspection.exchanges.map(\.target) == ["/a", "/bcd"])
        #expect(inspection.packets == 1 && inspection.flows.map(\.up.packets) == [3])
        #expect(inspection.findings.kept.isEmpty)
        for length in whole.indices {
            builder.packets = []
            builder.add(Array(whole.prefix(length)), originalLength: whole.count, linkType: .wireless)
            #expect(builder.inspect().packets == 1)
        }
        for place in whole.indices {
            var broken = whole
            broken[place] ^= 0xFF
            builder.packets = []
            builder.add(broken, linkType: .wireless)
            #expect(builder.inspect().flows.count <= 3)
        }
    }

    @Test(
        arguments: [
            ip(4, tcp), ip(47, [0, 0, 8, 0] + tcp), ip(47, [0xB0, 0, 8, 0] + zeros.prefix(12) + tcp),
            ip(47, [0, 0, 0x65, 0x58] + ethernet + tcp),
            ip(17, udp(4789, [8, 0, 0, 0, 0, 0, 1, 0] + ethernet + tcp)),
            ip(4, ip(4, ip(47, [0, 0, 8, 0] + tcp))),
            ip(17, udp(2152, [0x30, 0xFF, 0, 0, 0, 0, 0, 1] + tcp)),
            ip(17, udp(2152, [0x34, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x85, 1, 0, 0, 0] + tcp)),
        ]
    )
    func `decodes tunnelled packets`(_ packet: [UInt8]) {
        var builder = PacketBuilder()
        builder.add(packet)
        let inspection = builder.inspect()
        #expect(inspection.exchanges.map(\.target) == ["/"])
        #expect(inspection.exchanges.first?.client.description == "198.18.0.1:40000")
        #expect(inspection.exchanges.first?.wireUpBytes == Self.tcp.count)
    }

    @Test func `gives up on endless tunnels with a finding`() {
        var builder = PacketBuilder()
        builder.add((0..<200).reduce(Self.tcp) { packet, _ in Self.ip(4, packet) })
        let inspection = builder.inspect()
        #expect(inspection.exchanges.isEmpty)
        #expect(inspection.findings.kept.map(\.packet) == [1])
    }

    private static func fragment(_ range: Range<Int>, isLast: Bool) -> [UInt8] {
        let payload = Array(tcp[20...])
        var header = PacketBuilder.ipv4(
            length: 20 + range.count,
            source: PacketBuilder.clientAddress,
            destination: PacketBuilder.serverAddress
        )
        header[5] = 77
        header[6] = isLast ? 0 : 0x20
        header[7] = UInt8(range.lowerBound / 8)
        return header + payload[range]
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 1, 2]])
    func `reassembles fragments in any order`(_ order: [Int]) {
        let parts = [
            Self.fragment(0..<16, isLast: false), Self.fragment(16..<24, isLast: false),
            Self.fragment(24..<Self.tcp.count - 20, isLast: true),
        ]
        var builder = PacketBuilder()
        for index in order { builder.add(parts[index]) }
        let inspection = builder.inspect()
        #expect(inspection.exchanges.map(\.target) == ["/"])
        #expect(inspection.findings.kept.isEmpty)
        builder.packets.removeFirst()
        if order.count == 3 { #expect(builder.inspect().findings.kept.count == 1) }
    }

    @Test func `reassembles IPv6 fragments`() {
        let payload = Array(Self.tcp[20...])
        func part(_ range: Range<Int>, isLast: Bool) -> [UInt8] {
            let place = UInt32(range.lowerBound) | (isLast ? 0 : 1)
            return [0x60, 0, 0, 0] + PacketBuilder.number(UInt32(8 + range.count), 2) + [44, 64]
                + [UInt8](repeating: 1, count: 32) + [6, 0] + PacketBuilder.number(place, 2) + [0, 0, 0, 7]
                + payload[range]
        }
        var builder = PacketBuilder()
        builder.add(part(0..<24, isLast: false))
        builder.add(part(24..<payload.count, isLast: true))
        #expect(builder.inspect().exchanges.map(\.target) == ["/"])
    }

    @Test func `a packet with length zero has its length on the wire`() {
        var packet = Self.tcp
        packet[2] = 0
        packet[3] = 0
        var builder = PacketBuilder()
        builder.add(packet)
        #expect(builder.inspect().exchanges.map(\.target) == ["/"])
        #expect(builder.inspect().exchanges.first?.wireUpBytes == packet.count)
    }

    @Test func `connections beyond the limit evict silent ones, with a finding`() {
        var builder = PacketBuilder()
        for port in 1...300 {
            builder.clientPort = UInt16(1000 + port)
            builder.handshake()
            builder.send(.client, at: 0, Sample.request)
            builder.send(.server, at: 0, Sample.response)
        }
        var inspector = CaptureInspector(limits: InspectionLimits(memory: 0))
        for packet in builder.packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
        let inspection = inspector.finish()
        #expect(inspection.exchanges.count == 300)
        #expect(inspection.exchanges.allSatisfy { $0.isComplete })
        #expect(inspection.flows.map(\.stream) == Array(0..<300))
        // Reported once, however often it happened.
        let counts = inspection.findings.kept.compactMap { finding -> Int? in
            if case .silenced(let count, _) = finding.fault { count } else { nil }
        }
        #expect(counts == [240])
    }

    @Test func `lists results up to the limit and counts the others`() {
        var builder = PacketBuilder()
        for port in 1...10 {
            builder.clientPort = UInt16(1000 + port)
            builder.send(.client, at: 0, Sample.request)
            builder.send(.server, at: 0, Sample.response)
        }
        var inspector = CaptureInspector(limits: InspectionLimits(results: 4))
        for packet in builder.packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
        let inspection = inspector.finish()
        #expect(inspection.exchanges.count == 4 && inspection.flows.count == 4)
        #expect(inspection.findings.kept.map(\.fault).contains(.unlistedExchanges(6, connections: 6)))
    }
}
