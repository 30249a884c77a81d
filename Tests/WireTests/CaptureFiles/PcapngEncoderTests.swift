import Testing
import Wire

struct PcapngEncoderTests {
    private func file(_ build: (inout PcapngEncoder) -> Void) -> [UInt8] {
        var encoder = PcapngEncoder()
        encoder.appendSectionHeader(hardware: "x86_64", system: "Linux", application: "netlab")
        encoder.appendInterface(
            linkType: .rawIP,
            snapLength: 262_144,
            name: "client",
            description: "the client's host"
        )
        build(&encoder)
        return encoder.bytes
    }

    @Test func `encoded packets decode to the same packets`() {
        let packets: [[UInt8]] = [[], [1], [1, 2, 3], [1, 2, 3, 4], Array(repeating: 7, count: 1500)]
        let bytes = file { encoder in
            for (index, packet) in packets.enumerated() {
                encoder.appendPacket(
                    packet.span.bytes,
                    stamp: 1_700_000_000_123_456_789 + Int64(index),
                    originalLength: packet.count + 10,
                    identifier: index == 1 ? 47 : nil,
                    comments: index == 2 ? ["queued for 3 ms", "näher"] : []
                )
            }
            encoder.appendHostNames([(.v4(0xC612_0001), "client.netlab.test"), (.v4(0xC612_0002), "origin")])
            encoder.appendStatistics(start: 1, end: 2, received: 5, dropped: 0)
        }
        let decoded = DecodedCapture(bytes)
        #expect(decoded.findings.isEmpty)
        #expect(decoded.blocks == 9)
        #expect(decoded.packets.map(\.bytes) == packets)
        #expect(decoded.packets.map(\.header.number) == [1, 2, 3, 4, 5])
        #expect(decoded.packets.map(\.header.stamp) == (0..<5).map { 1_700_000_000_123_456_789 + $0 })
        #expect(decoded.packets.map(\.header.originalLength) == packets.map { $0.count + 10 })
        #expect(decoded.packets.allSatisfy { $0.header.linkType == .rawIP })
        let interface = decoded.interfaces.first
        #expect(interface?.name == "client")
        #expect(interface?.description == "the client's host")
        #expect(interface?.resolution == .nanoseconds)
        #expect(interface?.snapLength == 262_144)
    }

    @Test func `a packet block has the layout of the format`() {
        var encoder = PcapngEncoder()
        encoder.appendPacket(
            ([0xAA, 0xBB, 0xCC] as [UInt8]).span.bytes,
            interface: 1,
            stamp: 0x1_0000_0002,
            originalLength: 60,
            identifier: 9,
            comments: ["hi"]
        )
        #expect(
            encoder.bytes == [
                6, 0, 0, 0, 60, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 60, 0, 0, 0,
                0xAA, 0xBB, 0xCC, 0,
                1, 0, 2, 0, 0x68, 0x69, 0, 0,
                5, 0, 8, 0, 9, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 60, 0, 0, 0,
            ]
        )
    }

    @Test func `a name record holds the address in network order and the terminated name`() {
        var encoder = PcapngEncoder()
        encoder.appendHostNames([(.v4(0xC612_0001), "ab")])
        #expect(
            encoder.bytes == [
                4, 0, 0, 0, 28, 0, 0, 0, 1, 0, 7, 0, 198, 18, 0, 1, 0x61, 0x62, 0, 0, 0, 0, 0, 0,
                28, 0, 0, 0,
            ]
        )
    }

    @Test func `names of IPv4 and IPv6 addresses round-trip`() {
        let names: [(address: IPAddress, name: String)] = [
            (.v4(0xC612_0001), "four.test"), (.v6(high: 0x2001_0DB8_0000_0000, low: 7), "six.test"),
        ]
        var decoder = CaptureFileDecoder()
        decoder.receive(file { $0.appendHostNames(names) }.span.bytes) { _, _ in }
        decoder.finish()
        #expect(decoder.findings.kept.isEmpty)
        #expect(decoder.names == Dictionary(uniqueKeysWithValues: names.map { ($0.address, $0.name) }))
    }

    @Test func `separate headers and payload become one packet`() {
        let bytes = file {
            let (headers, payload): ([UInt8], [UInt8]) = ([1, 2, 3], [4, 5])
            $0.appendPacket(headers: headers.span.bytes, payload: payload.span.bytes, interface: 0, stamp: 9)
        }
        let packets = DecodedCapture(bytes).packets
        #expect(packets.map(\.bytes) == [[1, 2, 3, 4, 5]])
        #expect(packets.map(\.header.stamp) == [9] && packets.map(\.header.originalLength) == [5])
    }

    @Test func `a text too long for an option is cut between characters`() {
        var encoder = PcapngEncoder()
        encoder.appendSectionHeader()
        encoder.appendInterface(
            linkType: .rawIP,
            snapLength: 0,
            name: String(repeating: "é", count: 40_000)
        )
        let decoded = DecodedCapture(encoder.bytes)
        #expect(decoded.findings.isEmpty)
        let name = decoded.interfaces.first?.name ?? ""
        #expect(name.utf8.count <= 65_535 && name.utf8.count > 50_000)
        #expect(name.allSatisfy { $0 == "é" })
    }

    @Test func `secrets follow their kind and length`() {
        var encoder = PcapngEncoder()
        encoder.appendSecrets([1, 2, 3, 4, 5])
        #expect(
            encoder.bytes == [
                10, 0, 0, 0, 28, 0, 0, 0, 0x4B, 0x53, 0x4C, 0x54, 5, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0, 28, 0,
                0, 0,
            ]
        )
    }

    @Test func `an emptied encoder continues with the next block`() {
        var encoder = PcapngEncoder()
        encoder.appendSectionHeader()
        var bytes = encoder.bytes
        encoder.removeAll()
        encoder.appendInterface(linkType: .ethernet, snapLength: 96)
        bytes += encoder.bytes
        #expect(DecodedCapture(bytes).interfaces.map(\.linkType) == [.ethernet])
    }

    @Test func `dropped packets in the statistics are a finding`() {
        let decoded = DecodedCapture(
            file { $0.appendStatistics(start: 0, end: 1, received: 10, dropped: 3) }
        )
        #expect(decoded.findings == [CaptureFileFinding(block: 3, .dropped(3))])
    }
}
