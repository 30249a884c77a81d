import Glibc
import Testing

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct JitterShapeTests {
    @Test(arguments: [
        (0.5, 0), (0.975, 1.959_963_984_540_054), (0.999, 3.090_232_306_167_813_5),
        (0.84, 0.994_457_883_209_753_2), (1e-10, -6.361_340_902_404_056),
    ])
    func `the normal quantile is accurate to fourteen digits`(share: Double, quantile: Double) {
        #expect(abs(.normalQuantile(share) - quantile) <= 1e-14 * abs(quantile))
    }

    @Test func `the normal quantile inverts the distribution everywhere`() {
        var worst = 0.0
        for step in 1..<10_000 {
            let share = Double(step) / 20_000
            let back = 0.5 * erfc(-Double.normalQuantile(share) / 2.0.squareRoot())
            worst = max(worst, abs(back / share - 1))
            // Both sides are symmetric; 1 - share is exact to a bit of 1.
            worst = max(worst, abs(.normalQuantile(1 - share) + .normalQuantile(share)) * 1e-2)
        }
        #expect(worst < 1e-13)
        #expect(Double.normalQuantile(0) == -.infinity)
        #expect(Double.normalQuantile(1) == .infinity)
    }

    /// Integrates a quantile function to the moments of its distribution.
    private func moments(_ quantile: (Double) -> Double) -> (mean: Double, deviation: Double) {
        // Steps become finer towards both ends, where the tails are.
        let steps = 20_000
        var (sum, squares) = (0.0, 0.0)
        for step in 0..<steps {
            let place = (Double(step) + 0.5) / Double(steps)
            let share = place * place * place * (10 - 15 * place + 6 * place * place)
            let weight = 30 * place * place * (1 - place) * (1 - place) / Double(steps)
            let value = quantile(share)
            sum += weight * value
            squares += weight * value * value
        }
        return (sum, (squares - sum * sum).squareRoot())
    }

    @Test func `every shape has mean zero and its stated deviation`() {
        let shapes: [(quantile: (Double) -> Double, deviation: Double)] = [
            (JitterShape.uniform, 1 / 3.0.squareRoot()), (JitterShape.normal, 1), (JitterShape.pareto, 1),
            (JitterShape.lognormal, 1),
        ]
        for shape in shapes {
            let moments = moments(shape.quantile)
            #expect(abs(moments.mean) < 1e-5)
            #expect(abs(moments.deviation / shape.deviation - 1) < 1e-4)
        }
    }

    @Test(arguments: Jitter.Distribution.allCases)
    func `the lowest draw matches the reach`(distribution: Jitter.Distribution) {
        let lowest =
            switch distribution {
            case .uniform: JitterShape.uniform(0)
            case .normal: JitterShape.normal(0)
            case .pareto: JitterShape.pareto(0)
            case .paretonormal: JitterShape.paretonormal(0, 0)
            case .lognormal: JitterShape.lognormal(0)
            }
        let reach = Jitter(distribution: distribution, amount: 1_000_000_000).reach
        #expect(abs(lowest * 1e9 + Double(reach)) <= 1)
    }
}
