import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct PacketTranslationTests {
    private typealias Packet = TranslatedPacket

    private static func translated(_ packet: [UInt8]) -> Packet? {
        var translation = PacketTranslation(Packet.mapping)
        return translation.translate(packet.span.bytes).map { Packet($0) }
    }

    /// Random segments, datagrams and echoes of up to 1,400 bytes.
    private static func payload(_ transport: UInt8, seed: UInt64) -> [UInt8] {
        var state = SplitMix.mixed(seed)
        func next() -> UInt8 {
            state &+= SplitMix.step
            return UInt8(truncatingIfNeeded: SplitMix.mixed(state))
        }
        let count = 20 + Int(next()) * 5 + Int(next()) % 5
        var bytes = (0..<count).map { _ in next() }
        if transport == IPv4Header.tcp { bytes[12] = 0x50 }
        if transport == IPv4Header.udp { bytes.store(UInt16(count), at: 4) }
        return bytes
    }

    @Test(arguments: [IPv4Header.tcp, IPv4Header.udp], UInt64(0)..<100)
    func `a packet goes to IPv4 and back with its payload and right checksums`(
        _ transport: UInt8,
        _ seed: UInt64
    ) throws {
        let payload = Self.payload(transport, seed: seed)
        let sent = Packet(from: Packet.client.ip6, to: Packet.server.ip6, transport, payload)
        let there = try #require(Self.translated(sent.bytes))
        #expect(there.isSound)
        #expect(there.header?.source == Packet.client.ip4 && there.header?.destination == Packet.server.ip4)
        // The service and the hops that are left, and whether it may be divided.
        #expect(there.bytes[1] == 0x28 && there.bytes[8] == 60)
        #expect((there.bytes[6] & 0x40 != 0) == (there.bytes.count > 1260))
        let back = try #require(Self.translated(there.bytes))
        #expect(back.bytes == sent.bytes)
    }

    @Test(arguments: UInt64(0)..<50)
    func `an answer comes back from IPv4`(_ seed: UInt64) throws {
        let payload = Self.payload(IPv4Header.tcp, seed: seed)
        let sent = Packet(from: Packet.server.ip4, to: Packet.client.ip4, IPv4Header.tcp, payload)
        let come = try #require(Self.translated(sent.bytes))
        #expect(come.isSound && come.header?.transport == IPv4Header.tcp)
        #expect(come.header?.source == Packet.server.ip6 && come.header?.destination == Packet.client.ip6)
        #expect(come.payload.dropFirst(20) == sent.payload.dropFirst(20))
    }

    @Test func `pings go both ways`() throws {
        let data: [UInt8] = [0, 0, 0x12, 0x34, 0, 7] + Array(0..<56)
        let asked = Packet(from: Packet.client.ip6, to: Packet.server.ip6, Packet.icmp6, [128, 0] + data)
        let there = try #require(Self.translated(asked.bytes))
        #expect(there.isSound && there.header?.transport == Packet.icmp4 && there.payload.first == 8)
        let answer = Packet(from: Packet.server.ip4, to: Packet.client.ip4, Packet.icmp4, [0, 0] + data)
        let back = try #require(Self.translated(answer.bytes))
        #expect(back.isSound && back.header?.transport == Packet.icmp6 && back.payload.first == 129)
        #expect(back.payload.dropFirst(4) == answer.payload.dropFirst(4))
    }

    @Test(
        arguments: [
            ([3, 3, 0, 0], [1, 4, 0, 0]), ([3, 1, 0, 0], [1, 0, 0, 0]), ([3, 13, 0, 0], [1, 1, 0, 0]),
            ([11, 0, 0, 0], [3, 0, 0, 0]),
            // IPv6's headers have 20 bytes more.
            ([3, 4, 1400 >> 8, 1400 & 255], [2, 0, 1420 >> 8, 1420 & 255]),
            // No IPv6 network takes less than 1,280 bytes.
            ([3, 4, 0, 68], [2, 0, 5, 0]),
        ] as [([Int], [Int])]
    )
    func `a translated ICMP error quotes the packet as its sender sent it`(_ told: [Int], _ meant: [Int])
        throws
    {
        let lost = Packet(
            from: Packet.client.ip6,
            to: Packet.server.ip6,
            IPv4Header.udp,
            Self.payload(IPv4Header.udp, seed: 3)
        )
        let there = try #require(Self.translated(lost.bytes))
        // A router quotes the header and eight bytes more.
        let quote = Array(there.bytes.prefix(28))
        let head = [UInt8(told[0]), UInt8(told[1]), 0, 0, 0, 0, UInt8(told[2]), UInt8(told[3])]
        let router = IPAddress.v4(0xCB00_7101)
        let error = Packet(from: router, to: Packet.client.ip4, Packet.icmp4, head + quote)
        let come = try #require(Self.translated(error.bytes))
        #expect(come.isSound && come.header?.source == IPv4Translation.address(for: 0xCB00_7101))
        let expected = [UInt8(meant[0]), UInt8(meant[1])]
        #expect(Array(come.payload.prefix(2)) == expected)
        #expect(Array(come.payload[6..<8]) == [UInt8(meant[2]), UInt8(meant[3])])
        #expect(Array(come.payload.dropFirst(8)) == Array(lost.bytes.prefix(48)))
    }

    @Test func `an error that quotes a datagram without a checksum quotes it so`() throws {
        var sent = Packet(
            from: Packet.client.ip4,
            to: Packet.server.ip4,
            IPv4Header.udp,
            Self.payload(IPv4Header.udp, seed: 4)
        ).bytes
        sent.store(0, at: 26)
        let head: [UInt8] = [3, 3, 0, 0, 0, 0, 0, 0]
        let quote = Array(sent.prefix(28))
        let error = Packet(from: Packet.server.ip4, to: Packet.client.ip4, Packet.icmp4, head + quote)
        let come = try #require(Self.translated(error.bytes))
        #expect(come.isSound && come.payload.count == 8 + 48)
        #expect(come.payload.suffix(2) == [0, 0])
    }

    @Test func `fragments keep their number and place`() throws {
        let payload = Self.payload(IPv4Header.udp, seed: 9)
        var first = Packet(from: Packet.server.ip4, to: Packet.client.ip4, IPv4Header.udp, payload).bytes
        (first[4], first[5], first[6]) = (0xAB, 0xCD, 0x20)
        let come = try #require(Self.translated(first))
        #expect(come.header?.transport == 44)
        #expect(Array(come.payload.prefix(8)) == [IPv4Header.udp, 0, 0, 1, 0, 0, 0xAB, 0xCD])
        // The other way there and back.
        let there = try #require(Self.translated(come.bytes.swappedEnds))
        #expect(Array(there.bytes[4..<8]) == [0xAB, 0xCD, 0x20, 0])
        #expect(there.header?.transport == IPv4Header.udp)
    }

    @Test func `a datagram without a checksum gets one`() throws {
        var bytes = Packet(
            from: Packet.server.ip4,
            to: Packet.client.ip4,
            IPv4Header.udp,
            Self.payload(IPv4Header.udp, seed: 5)
        ).bytes
        bytes.store(0, at: 26)
        #expect(try #require(Self.translated(bytes)).isSound)
    }

    @Test func `what has no counterpart is dropped`() {
        let stranger = IPAddress.v6(high: 0x2001_0DB8 << 32, low: 1)
        let data: [UInt8] = [135, 0, 0, 0, 0, 0, 0, 0]
        for packet in [
            Packet(
                from: Packet.client.ip6,
                to: stranger,
                IPv4Header.tcp,
                Self.payload(IPv4Header.tcp, seed: 1)
            ),
            Packet(
                from: stranger,
                to: Packet.server.ip6,
                IPv4Header.tcp,
                Self.payload(IPv4Header.tcp, seed: 1)
            ),
            // A neighbour solicitation.
            Packet(from: Packet.client.ip6, to: Packet.server.ip6, Packet.icmp6, data),
        ] {
            #expect(Self.translated(packet.bytes) == nil)
        }
    }

    @Test(arguments: UInt64(0)..<300)
    func `a damaged packet is either dropped or translated with a correct length`(_ seed: UInt64) {
        let isUp = seed % 2 == 0
        let ends = isUp ? (Packet.client.ip6, Packet.server.ip6) : (Packet.server.ip4, Packet.client.ip4)
        let kinds = isUp ? [IPv4Header.tcp, Packet.icmp6] : [IPv4Header.udp, Packet.icmp4]
        let kind = kinds[Int(seed / 2 % 2)]
        var bytes = Packet(from: ends.0, to: ends.1, kind, Self.payload(kind, seed: seed)).bytes
        var state = SplitMix.mixed(seed)
        for _ in 0..<4 {
            state &+= SplitMix.step
            let draw = SplitMix.mixed(state)
            bytes[Int(draw % UInt64(min(bytes.count, 60)))] = UInt8(truncatingIfNeeded: draw >> 32)
        }
        let cut = Array(bytes.prefix(Int(SplitMix.mixed(state ^ 1) % UInt64(bytes.count))))
        for packet in [bytes, cut] {
            guard let made = Self.translated(packet), let header = made.header else { continue }
            #expect(header.totalLength == made.bytes.count)
        }
    }
}

extension [UInt8] {
    /// An IPv6 packet on its way back.
    fileprivate var swappedEnds: [UInt8] { Array(self[..<8]) + self[24..<40] + self[8..<24] + self[40...] }
}
