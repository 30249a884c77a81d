import Testing

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct FourStateLossChainTests {
    private func fates(_ chain: FourStateLoss, count: Int) -> [Bool] {
        var loss = FourStateLossChain(chain, seed: 47)
        return (0..<count).map { loss.loses(packet($0)) }
    }

    @Test(arguments: [
        FourStateLoss(p13: 0.01, p31: 0.2, p32: 0.05, p23: 0.3, p14: 0.001),
        FourStateLoss(p13: 0.02, p31: 0.1, p32: 0.4, p23: 0.2, p14: 0.02),
        FourStateLoss(p13: 0, p14: 0.05),
        FourStateLoss(p13: 0.1),
    ])
    func `the loss ratio follows from the stationary states`(chain: FourStateLoss) {
        let shares = chain.stateShares
        #expect(abs(shares.reduce(0, +) - 1) < 1e-12)
        #expect(abs(shares[2] + shares[3] - chain.lossRatio) < 1e-12)
        #expect(MeasuredShare(fates(chain, count: 1_000_000)).matches(chain.lossRatio))
    }

    @Test func `burst losses have the expected mean length, and isolated losses have length one`() {
        let burst = fates(FourStateLoss(p13: 0.01, p31: 0.15, p32: 0.1, p23: 0.5), count: 1_000_000)
        let lengths = Moments(runs(of: true, in: burst))
        #expect(abs(lengths.mean - 4) < 3 * lengths.error)
        let alone = fates(FourStateLoss(p13: 0, p14: 0.1), count: 100_000)
        #expect(runs(of: true, in: alone).allSatisfy { $0 == 1 })
    }

    @Test(arguments: [
        (FourStateLoss(p13: 0.1, p31: 0, p32: 0, p23: 0), 1.0),
        (FourStateLoss(p13: 0.1, p31: 0.5, p32: 0.5, p23: 0), 0.0),
        (FourStateLoss(p13: 0.1, p31: 0, p32: 0.5, p23: 0.5), 0.5),
        (FourStateLoss(p13: 0, p14: 0), 0.0),
    ])
    func `a chain with absorbing states has their loss ratio`(chain: FourStateLoss, ratio: Double) {
        #expect(chain.lossRatio == ratio)
        let lost = fates(chain, count: 20_000).count(where: { $0 })
        #expect(abs(Double(lost) / 20_000 - ratio) < 0.02)
    }

    @Test func `a changed chain continues in its current state`() {
        var loss = FourStateLossChain(FourStateLoss(p13: 1, p31: 0, p32: 0), seed: 47)
        #expect(loss.loses(packet(0)) == true)
        #expect(loss.change(to: .fourState(FourStateLoss(p13: 0, p31: 1))) == true)
        // It leaves the burst and never enters one again.
        #expect(!(1..<100).contains { loss.loses(packet($0)) })
        #expect(loss.change(to: .none) == false)
    }
}
