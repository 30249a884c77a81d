import Testing

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct RandomLossTests {
    private func fates(
        _ share: PacketShare,
        count: Int,
        seed: UInt64 = 47,
        flow: UInt32 = 1,
        _ direction: LinkDirection = .down
    ) -> [Bool] {
        var loss = RandomLoss(share, seed: seed)
        return (0..<count).map { loss.loses(packet($0, flow: flow, direction)) }
    }

    @Test(arguments: [0.001, 0.01, 0.1, 0.5, 0.99])
    func `of a million packets the given ratio is lost, within three standard errors`(
        ratio: Double
    ) {
        var loss = RandomLoss(ratio: ratio, seed: 47)
        let count = 1_000_000
        var lost = 0
        for number in 0..<count where loss.loses(packet(number)) { lost += 1 }
        let error = (ratio * (1 - ratio) / Double(count)).squareRoot()
        #expect(abs(Double(lost) / Double(count) - ratio) < 3 * error)
    }

    @Test(arguments: [0.02, 0.3], [0.25, 0.9])
    func `correlation applies to neighbours and keeps the ratio`(
        ratio: Double,
        correlation: Double
    ) {
        let count = 1_000_000
        let fates = fates(PacketShare(ratio, correlation: correlation), count: count)
        let measured = MeasuredShare(fates)
        #expect(measured.matches(ratio))
        // The correlation is also measured by batches: that of each hundredth part.
        let parts = (0..<100).map { part in
            MeasuredShare(Array(fates[part * count / 100..<(part + 1) * count / 100])).lagOne
        }
        let lagOne = Moments(parts)
        // A part's own correlation is biased by -(1 + 4 correlation) / length, far below the error.
        #expect(abs(measured.lagOne - correlation) < 3 * lagOne.error)
    }

    @Test func `a ratio of one loses every packet, a ratio of zero no packet`() {
        #expect(fates(PacketShare(1), count: 10_000).allSatisfy { $0 })
        #expect(!fates(PacketShare(0), count: 10_000).contains(true))
        #expect(fates(PacketShare(1, correlation: 0.5), count: 10_000).allSatisfy { $0 })
    }

    @Test func `consecutive losses are as frequent as chance predicts`() {
        let fates = fates(PacketShare(0.1), count: 1_000_000)
        let pairs = zip(fates, fates.dropFirst()).reduce(into: 0) { if $1.0, $1.1 { $0 += 1 } }
        let expected = 0.01
        let error = (expected * (1 - expected) / 1e6).squareRoot()
        #expect(abs(Double(pairs) / 1e6 - expected) < 4 * error)
    }

    @Test(arguments: [0, 0.5])
    func `equal seeds give equal fates, a different seed, flow or direction other fates`(correlation: Double)
    {
        let share = PacketShare(0.5, correlation: correlation)
        let base = fates(share, count: 1000)
        #expect(base == fates(share, count: 1000))
        #expect(base != fates(share, count: 1000, seed: 48))
        #expect(base != fates(share, count: 1000, flow: 2))
        #expect(base != fates(share, count: 1000, .up))
    }

    @Test func `concurrent flows have separate chains`() {
        let share = PacketShare(0.5, correlation: 0.9)
        let alone = [1, 40].map { fates(share, count: 1000, flow: $0) }
        var loss = RandomLoss(share, seed: 47)
        var together: [[Bool]] = [[], []]
        for number in 0..<1000 {
            together[0].append(loss.loses(packet(number, flow: 1)))
            together[1].append(loss.loses(packet(number, flow: 40)))
        }
        #expect(together == alone)
    }

    @Test func `a changed ratio continues the chain, a different kind of loss does not`() {
        var loss = RandomLoss(PacketShare(0.5, correlation: 0.999_999), seed: 47)
        let before = (0..<10).map { loss.loses(packet($0)) }
        #expect(loss.change(to: .random(PacketShare(0.1, correlation: 0.999_999))) == true)
        #expect((10..<20).map { loss.loses(packet($0)) } == before)
        #expect(loss.change(to: .gilbertElliott(GilbertElliott(toBad: 1, toGood: 1))) == false)
    }
}
