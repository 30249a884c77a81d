import Testing
import Wire

@testable import WireGuard

struct LossyLineTests {
    private static let second = TunnelPair.second

    /// Loses, repeats and delays datagrams as the seed has it.
    private static func spoil(_ pair: TunnelPair, _ seed: UInt64) {
        var drawn: UInt64 = seed << 32
        func draw(_ bound: UInt64) -> UInt64 {
            drawn += 1
            return SplitMix.mixed(drawn) % bound
        }
        pair.fate = { _, _ in
            let copies = draw(10) < 2 ? 0 : draw(10) < 2 ? 2 : 1
            return (0..<copies).map { _ in Nanoseconds(1 + draw(200)) * 1_000_000 }
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `every packet arrives at most once and unchanged, over an hour of a bad line`(seed: UInt64) throws {
        let pair = try TunnelPair(seed: seed)
        Self.spoil(pair, seed)
        var sent: [TunnelPair.End: [UInt32: [UInt8]]] = [.phone: [:], .server: [:]]
        pair.send(TunnelPair.packet(from: .phone, .max), from: .phone)
        for number in 0..<1200 as Range<UInt32> {
            pair.pass(Nanoseconds(SplitMix.mixed(seed << 40 | UInt64(number)) % UInt64(6 * Self.second)))
            for end in TunnelPair.End.allCases {
                let packet = TunnelPair.packet(from: end, number, count: 24 + Int(number % 1300))
                sent[end]?[number] = packet
                pair.send(packet, from: end)
            }
        }
        pair.pass(10 * Self.second)
        for end in TunnelPair.End.allCases {
            let packets = pair.packets[end.other, default: []].filter { TestPacket.number($0) != .max }
            let numbers = packets.compactMap { TestPacket.number($0) }
            #expect(Set(numbers).count == numbers.count)
            for packet in packets {
                let number = try #require(TestPacket.number(packet))
                #expect(sent[end]?[number] == packet)
            }
            // Of 1,200 about 960 have a copy that is not lost.
            #expect(numbers.count > 850)
        }
        let handshakes = pair.phone.counts.handshakes
        #expect(handshakes > 20 && handshakes < 120)
        #expect(pair.phone.indices.count <= 4 && pair.server.indices.count <= 4)
        for reason in [TunnelRefusal.forgedPacket, .forgedHandshake, .noAnswer, .queueFull, .library, .notIP]
        {
            #expect(pair.phone.counts[reason] == 0 && pair.server.counts[reason] == 0)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a seed repeats all events`(seed: UInt64) throws {
        let runs = try (0..<2).map { _ in
            let pair = try TunnelPair(seed: seed)
            Self.spoil(pair, seed)
            for number in 0..<100 as Range<UInt32> {
                pair.send(TunnelPair.packet(from: .phone, number), from: .phone)
                pair.pass(3 * Self.second)
            }
            return pair
        }
        #expect(runs[0].events == runs[1].events)
        #expect(runs[0].server.counts == runs[1].server.counts)
    }
}
