import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct JitterDrawsTests {
    private let amount: Nanoseconds = 2_000_000

    private func draws(_ jitter: Jitter, count: Int, seed: UInt64 = 47, flow: UInt32 = 1) -> [Double] {
        var draws = JitterDraws(jitter, seed: seed)
        return (0..<count).map { Double(draws.deviation(packet($0, flow: flow))) }
    }

    @Test(arguments: Jitter.Distribution.allCases)
    func `mean, deviation and quantiles match within three standard errors`(
        distribution: Jitter.Distribution
    ) {
        let jitter = Jitter(distribution: distribution, amount: amount)
        let values = draws(jitter, count: 1_000_000)
        let moments = Moments(values)
        #expect(abs(moments.mean) < 3 * moments.error)
        let variance = Moments(values.map { ($0 - moments.mean) * ($0 - moments.mean) })
        let asked = Double(amount) * (distribution == .uniform ? 1 / 3.0.squareRoot() : 1)
        #expect(abs(variance.mean - asked * asked) < 3 * variance.error)
        #expect(values.allSatisfy { $0 >= -Double(jitter.reach) })
        // Shares below each of these deviations, derived from the distributions' definitions.
        let expected: [(below: Double, share: Double)] =
            switch distribution {
            case .uniform: [(-0.5, 0.25), (0.8, 0.9)]
            case .normal:
                [(-1 / 0.986_578, 0.158_655), (2 / 0.986_578, 0.977_249)].map {
                    ($0.0, ($0.1 - 0.001_350) / 0.997_300)
                }
            // 1 - x^-3 at x = 1.2 and 2, cut off at a ten-thousandth.
            case .pareto: [1.2, 2].map { (($0 - 1.496_916) / 0.787_609, (1 - 1 / ($0 * $0 * $0)) / 0.9999) }
            // From the logarithm's normal distribution: its median and one deviation above.
            case .lognormal: [(1 / 2.0.squareRoot() - 1, 0.5), (0.625_82, 0.841_345)]
            case .paretonormal: []
            }
        for (below, share) in expected {
            #expect(MeasuredShare(values.map { $0 < below * Double(amount) }).matches(share))
        }
    }

    @Test(arguments: [0.25, 0.8])
    func `correlation applies to neighbours and keeps mean and deviation`(correlation: Double) {
        let jitter = Jitter(distribution: .normal, amount: amount, correlation: correlation)
        let values = draws(jitter, count: 1_000_000)
        let (batches, size) = (100, 10_000)
        var (means, variances, products): ([Double], [Double], [Double]) = ([], [], [])
        for batch in 0..<batches {
            let part = values[batch * size..<(batch + 1) * size]
            means.append(part.reduce(0, +) / Double(size))
            variances.append(part.reduce(0) { $0 + $1 * $1 } / Double(size))
            products.append(zip(part, part.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / Double(size - 1))
        }
        let square = Double(amount) * Double(amount)
        for (measured, asked) in [(means, 0), (variances, square), (products, correlation * square)] {
            let moments = Moments(measured)
            #expect(abs(moments.mean - asked) < 3 * moments.error)
        }
    }

    @Test func `a packet's draw depends only on seed, flow and number`() {
        let jitter = Jitter(distribution: .paretonormal, amount: amount, correlation: 0.5)
        let base = draws(jitter, count: 1000)
        #expect(base == draws(jitter, count: 1000))
        #expect(base != draws(jitter, count: 1000, seed: 48))
        #expect(base != draws(jitter, count: 1000, flow: 2))
        var draws = JitterDraws(jitter, seed: 47)
        var mixed: [Double] = []
        for number in 0..<1000 {
            mixed.append(Double(draws.deviation(packet(number))))
            _ = draws.deviation(packet(number, flow: 2))
            // A packet's copy has the same jitter.
            #expect(Double(draws.deviation(packet(number))) == mixed[number])
        }
        #expect(mixed == base)
    }
}
