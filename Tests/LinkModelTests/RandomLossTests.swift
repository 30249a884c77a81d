import LinkModel
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RandomLossTests {
    private func packet(_ number: Int, flow: UInt32 = 1, _ direction: LinkDirection = .down) -> PacketIdentity
    {
        PacketIdentity(direction: direction, flow: flow, number: UInt32(number))
    }

    @Test(arguments: [0.001, 0.01, 0.1, 0.5, 0.99])
    func `of a million packets so many are lost as the ratio says, within three standard errors`(
        ratio: Double
    ) {
        let loss = RandomLoss(ratio: ratio, seed: 47)
        let count = 1_000_000
        let lost = (0..<count).reduce(into: 0) { if loss.loses(packet($1)) { $0 += 1 } }
        let error = (ratio * (1 - ratio) / Double(count)).squareRoot()
        #expect(abs(Double(lost) / Double(count) - ratio) < 3 * error)
    }

    @Test func `a ratio of one loses every packet and a ratio of zero none`() {
        #expect((0..<10_000).allSatisfy { RandomLoss(ratio: 1, seed: 47).loses(packet($0)) })
        #expect(!(0..<10_000).contains { RandomLoss(ratio: 0, seed: 47).loses(packet($0)) })
    }

    @Test func `losses do not follow one another more often than chance has it`() {
        let loss = RandomLoss(ratio: 0.1, seed: 47)
        let fates = (0..<1_000_000).map { loss.loses(packet($0)) }
        let pairs = zip(fates, fates.dropFirst()).reduce(into: 0) { if $1.0, $1.1 { $0 += 1 } }
        let expected = 0.01
        let error = (expected * (1 - expected) / 1e6).squareRoot()
        #expect(abs(Double(pairs) / 1e6 - expected) < 4 * error)
    }

    @Test func `the same seed gives the same fates, another seed others`() {
        let fates = { (seed: UInt64) in
            (0..<1000).map { RandomLoss(ratio: 0.5, seed: seed).loses(packet($0)) }
        }
        #expect(fates(47) == fates(47))
        #expect(fates(47) != fates(48))
        #expect(fates(0) != fates(1))
    }

    @Test func `flows and directions do not share their fates`() {
        let loss = RandomLoss(ratio: 0.5, seed: 47)
        let base = (0..<1000).map { loss.loses(packet($0)) }
        #expect(base != (0..<1000).map { loss.loses(packet($0, flow: 2)) })
        #expect(base != (0..<1000).map { loss.loses(packet($0, .up)) })
    }

    @Test func `the first draws of a seed are what they have always been`() {
        let random = CounterRandom(seed: 47, purpose: .loss)
        let draws = (0..<3).map { random.bits(packet($0)) }
        #expect(draws == [8_839_399_141_214_553_230, 2_120_360_494_508_553_695, 10_857_904_980_563_704_250])
    }

    @Test func `a fraction lies in zero to one, the end left out`() {
        let random = CounterRandom(seed: 1, purpose: .loss)
        let fractions = (0..<100_000).map { random.fraction(packet($0)) }
        #expect(fractions.allSatisfy { (0..<1).contains($0) })
        let mean = fractions.reduce(0, +) / 100_000
        // The variance of a uniform fraction is one twelfth.
        let error = (1.0 / 12 / 100_000).squareRoot()
        #expect(abs(mean - 0.5) < 3 * error)
    }
}
