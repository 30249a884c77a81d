import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct CorruptionTests {
    @Test(arguments: [PacketShare(0.02), PacketShare(0.1, correlation: 0.5)])
    func `the given share of packets is corrupted`(share: PacketShare) {
        var corruption = Corruption(share, seed: 47)
        let measured = MeasuredShare(
            (0..<1_000_000).map { corruption.wrongBit(in: LinkPacket(packet($0), bytes: 1500)) != nil }
        )
        #expect(measured.matches(share.ratio))
        #expect(abs(measured.lagOne - share.correlation) < 0.02)
    }

    @Test func `the wrong bit is uniformly distributed over the packet`() {
        var corruption = Corruption(PacketShare(1), seed: 47)
        var counts = [Int](repeating: 0, count: 16)
        for number in 0..<160_000 {
            let bit = corruption.wrongBit(in: LinkPacket(packet(number), bytes: 2))
            if let bit { counts[Int(bit)] += 1 }
        }
        #expect(counts.reduce(0, +) == 160_000)
        // Fifteen degrees of freedom: chi squared exceeds 37.7 once in a thousand.
        let chi = counts.reduce(0.0) { $0 + (Double($1) - 10_000) * (Double($1) - 10_000) / 10_000 }
        #expect(chi < 37.7)
    }

    @Test func `a corrupted packet is delivered and marked, and its copy has the same wrong bit`() {
        var side = DirectionParameters()
        side.corruption = PacketShare(1)
        side.duplication = PacketShare(1)
        var model = DirectionModel(LinkParameters(down: side, up: side), .down, seed: 47)
        _ = model.admit(LinkPacket(packet(0), bytes: 1000), at: .zero)
        let decisions = model.outcomes().map(\.decision)
        #expect(decisions.map(\.fate) == [.delivered, .delivered])
        #expect(decisions.map(\.alterations) == [.corrupted, [.corrupted, .duplicate]])
        #expect(decisions[0].wrongBit == decisions[1].wrongBit)
        #expect(decisions[0].wrongBit < 8000)
    }
}
