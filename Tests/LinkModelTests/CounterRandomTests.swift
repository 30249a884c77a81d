import LinkModel
import Testing

@Suite(.timeLimit(.minutes(3)))
struct CounterRandomTests {
    @Test func `the first draws of a seed never change`() {
        let random = CounterRandom(seed: 47, purpose: .loss)
        let draws = (0..<3).map { random.bits(packet($0)) }
        #expect(draws == [8_839_399_141_214_553_230, 2_120_360_494_508_553_695, 10_857_904_980_563_704_250])
    }

    @Test func `a fraction is at least zero and less than one`() {
        let random = CounterRandom(seed: 1, purpose: .loss)
        let fractions = (0..<100_000).map { random.fraction(packet($0)) }
        #expect(fractions.allSatisfy { (0..<1).contains($0) })
        let mean = fractions.reduce(0, +) / 100_000
        // The variance of a uniform fraction is one twelfth.
        let error = (1.0 / 12 / 100_000).squareRoot()
        #expect(abs(mean - 0.5) < 3 * error)
    }

    @Test func `two purposes share no draws`() {
        let purposes: [CounterRandom.Purpose] = [
            .loss, .lossState, .corruption, .wrongBit, .duplication, .reordering, .jitter, .jitterTail,
            .jitterRepeated, .congestion, .uptime, .downtime,
        ]
        let draws = purposes.map { CounterRandom(seed: 47, purpose: $0).bits(packet(0)) }
        #expect(Set(draws).count == purposes.count)
    }

    @Test func `an index is uniformly distributed below its bound`() {
        let random = CounterRandom(seed: 47, purpose: .wrongBit)
        var counts = [Int](repeating: 0, count: 10)
        for number in 0..<100_000 { counts[Int(random.index(packet(number), below: 10))] += 1 }
        // Nine degrees of freedom: chi squared exceeds 27.9 once in a thousand.
        let chi = counts.reduce(0.0) { $0 + (Double($1) - 10_000) * (Double($1) - 10_000) / 10_000 }
        #expect(chi < 27.9)
    }
}
