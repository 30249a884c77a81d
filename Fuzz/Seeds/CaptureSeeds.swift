import Wire

/// Small captures of one connection each.
enum CaptureSeeds {
    static var all: [(String, [UInt8])] {
        [
            ("exchange.pcapng", pcapng(exchange, .rawIP)),
            ("chunked-reordered.pcapng", pcapng(reordered, .rawIP)),
            ("ethernet.pcapng", pcapng(exchange.map { ethernet + $0 }, .ethernet)),
            ("holes.pcapng", pcapng(holes, .rawIP, keep: 60)),
            ("ipv6.pcapng", pcapng(exchange.map(ipv6), .rawIP)),
            ("exchange.pcap", pcap(exchange)),
        ]
    }

    private static let ethernet: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x81, 0, 0, 7, 8, 0]

    private static var exchange: [[UInt8]] {
        let (up, down) = (Samples.requests, Samples.responses)
        return [
            segment(isUp: true, 0, 0, [], flags: 2), segment(isUp: false, 0, 1, [], flags: 0x12),
            segment(isUp: true, 1, 1, up), segment(isUp: false, 1, 1 + up.count, down),
            segment(isUp: false, 1 + down.count, 1 + up.count, [], flags: 0x11),
            segment(isUp: true, 1 + up.count, 2 + down.count, [], flags: 0x11),
        ]
    }

    private static var reordered: [[UInt8]] {
        let (up, down) = (Samples.requests, Samples.chunked)
        let middle = down.count / 2
        return [
            segment(isUp: true, 1, 1, up), segment(isUp: false, 1 + middle, 1, Array(down[middle...])),
            segment(isUp: false, 1, 1, Array(down[..<(middle + 5)])),
            segment(isUp: false, 1, 1, Array(down[..<middle])), segment(isUp: true, 1, 1, [], flags: 0x14),
        ]
    }

    private static var holes: [[UInt8]] {
        let head = bytes("HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n")
        return [
            segment(isUp: true, 1, 1, bytes("GET / HTTP/1.1\r\n\r\n")), segment(isUp: false, 1, 19, head),
            segment(isUp: false, 500_000, 19, bytes("later")), segment(isUp: true, 19, 1, bytes("GET /b")),
            segment(isUp: false, 900_000, 19, Samples.responses, flags: 0x11),
        ]
    }

    private static func segment(
        isUp: Bool,
        _ sequence: Int,
        _ acknowledged: Int,
        _ payload: [UInt8],
        flags: Int = 0x10
    ) -> [UInt8] {
        let (client, server) = (0xC612_0001, 0xC612_0002)
        let (own, other) = isUp ? (40_000, 80) : (80, 40_000)
        var bytes: [UInt8] = [0x45, 0] + number(40 + payload.count, 2) + [0, 1, 0x40, 0, 64, 6, 0, 0]
        bytes += number(isUp ? client : server, 4) + number(isUp ? server : client, 4)
        bytes += number(own, 2) + number(other, 2) + number(sequence, 4) + number(acknowledged, 4)
        return bytes + [0x50] + number(flags, 1) + [0xFF, 0xFF, 0, 0, 0, 0] + payload
    }

    private static func ipv6(_ packet: [UInt8]) -> [UInt8] {
        let addresses = packet[12..<20].map { [$0] }
        let padding = [UInt8](repeating: 0, count: 12)
        let transport = packet[20...]
        // An extension header without options precedes TCP.
        return [0x60, 0, 0, 0] + number(transport.count + 8, 2) + [0, 64]
            + padding + addresses[..<4].joined() + padding + addresses[4...].joined()
            + [6, 0, 1, 4, 0, 0, 0, 0] + transport
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func pcapng(_ packets: [[UInt8]], _ linkType: LinkType, keep: Int = .max) -> [UInt8] {
        var encoder = PcapngEncoder()
        encoder.appendSectionHeader(application: "seeds", comments: ["made by hand"])
        encoder.appendInterface(linkType: linkType, snapLength: 65_535, name: "line")
        let start: Int64 = 1_700_000_000_000_000_000
        for (index, packet) in packets.enumerated() {
            encoder.appendPacket(
                Array(packet.prefix(keep)).span.bytes,
                stamp: start + Int64(index) * 1_000_000,
                originalLength: packet.count,
                identifier: UInt64(index)
            )
        }
        let received = UInt64(packets.count)
        encoder.appendStatistics(start: start, end: start + 1, received: received, dropped: 1)
        return encoder.bytes
    }

    private static func pcap(_ packets: [[UInt8]]) -> [UInt8] {
        let header = number(0xA1B2_C3D4, 4) + number(2, 2) + number(4, 2) + number(0, 8)
        return packets.enumerated().reduce(header + number(65_535, 4) + number(101, 4)) { file, packet in
            let length = number(packet.element.count, 4)
            return file + number(1_700_000_000, 4) + number(packet.offset * 1000, 4) + length + length
                + packet.element
        }
    }
}
