import Testing

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct GilbertElliottLossTests {
    private func fates(_ chain: GilbertElliott, count: Int, seed: UInt64 = 47) -> [Bool] {
        var loss = GilbertElliottLoss(chain, seed: seed)
        return (0..<count).map { loss.loses(packet($0)) }
    }

    @Test func `loss ratio, burst length and gap length match the chain`() {
        let chain = GilbertElliott(toBad: 0.01, toGood: 0.2)
        let fates = fates(chain, count: 1_000_000)
        #expect(MeasuredShare(fates).matches(chain.lossRatio))
        let bursts = Moments(runs(of: true, in: fates))
        #expect(abs(bursts.mean - 5) < 3 * bursts.error)
        let gaps = Moments(runs(of: false, in: fates))
        #expect(abs(gaps.mean - 100) < 3 * gaps.error)
        // Burst lengths are geometric, which sets the share longer than one packet.
        let longer = MeasuredShare(runs(of: true, in: fates).map { $0 > 1 })
        #expect(longer.matches(0.8))
    }

    // One check of three standard errors in four hundred fails by chance, such as the seed 47 by 3.07.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `each state loses with its own probability`(seed: UInt64) {
        let chain = GilbertElliott(toBad: 0.05, toGood: 0.1, lossInBad: 0.6, lossInGood: 0.02)
        #expect(abs(chain.lossRatio - (0.6 / 3 + 0.02 * 2 / 3)) < 1e-12)
        let measured = MeasuredShare(fates(chain, count: 1_000_000, seed: seed))
        #expect(measured.matches(chain.lossRatio))
        // Neighbours' states have a correlation of 1 - p - r.
        let variance = chain.lossRatio * (1 - chain.lossRatio)
        let expected = 0.85 * (1.0 / 3) * (2.0 / 3) * 0.58 * 0.58 / variance
        #expect(abs(measured.lagOne - expected) < 0.01)
    }

    @Test func `first packets of flows are lost as often as others`() {
        let chain = GilbertElliott(toBad: 0.01, toGood: 0.03)
        var loss = GilbertElliottLoss(chain, seed: 47)
        let firsts = (0..<50_000).map { loss.loses(packet(0, flow: UInt32($0))) }
        #expect(MeasuredShare(firsts).matches(0.25))
    }

    @Test func `a chain that cannot leave a state stays in it`() {
        #expect(!fates(GilbertElliott(toBad: 0, toGood: 0), count: 1000).contains(true))
        #expect(fates(GilbertElliott(toBad: 0.1, toGood: 0), count: 1000).allSatisfy { $0 })
    }

    @Test func `a changed chain continues in its current state`() {
        var loss = GilbertElliottLoss(GilbertElliott(toBad: 1, toGood: 0), seed: 47)
        #expect(loss.loses(packet(0)) == true)
        #expect(loss.change(to: .gilbertElliott(GilbertElliott(toBad: 0, toGood: 0))) == true)
        #expect(loss.loses(packet(1)) == true)
        #expect(loss.change(to: .none) == false)
    }
}
