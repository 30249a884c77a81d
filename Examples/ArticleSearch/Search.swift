import Wire

/// Searches for the guesses that reproduce a run: draws many at random, then ever closer ones around the
/// best. Single packets decide each transfer's share of the line, so there is no slope to follow.
struct Search {
    typealias Found = (guess: Guess, clocks: [Double], error: Double)

    private static let drawn = 1500
    private static let refined = 5
    private static let tries = 120
    /// Maximum milliseconds from the first start to the others.
    private static let latest = 6000.0

    let run: ArticleRun
    let hypothesis: Hypothesis
    private var draws: UInt64 = 0

    init(run: ArticleRun, hypothesis: Hypothesis) {
        self.run = run
        self.hypothesis = hypothesis
    }

    /// Random guesses, best first.
    mutating func sample() -> [Found] {
        var all: [Found] = []
        for _ in 0..<Self.drawn {
            let starts = (0..<3).map { _ in start() }
            var guess = Guess(
                starts: Self.fromZero(starts),
                queue: hypothesis.queue,
                isReno: hypothesis.isReno
            )
            if hypothesis.mayBeSlower { guess.rateBps -= Int64(fraction() * 500_000) }
            if hypothesis.hasOther {
                guess.otherStart = start()
                guess.otherBytes = 20_000 + Int(fraction() * 400_000)
            }
            if let found = found(guess) { all.append(found) }
        }
        return all.sorted { $0.error < $1.error }
    }

    /// The best guess near the best of `sample`.
    mutating func best(of sample: [Found]) -> Found? {
        var best: Found?
        for found in sample.prefix(Self.refined) {
            let near = refined(found)
            if near.error < best?.error ?? .infinity { best = near }
        }
        return best
    }

    private mutating func refined(_ start: Found) -> Found {
        var best = start
        for number in 0..<Self.tries {
            // From half a second down to a millisecond.
            let reach = 500 * (1 - Double(number) / Double(Self.tries)) + 1
            var guess = best.guess
            guess.starts = Self.fromZero(guess.starts.map { $0 + Int64((fraction() * 2 - 1) * reach) })
            if hypothesis.mayBeSlower {
                guess.rateBps = min(2_000_000, guess.rateBps + Int64((fraction() * 2 - 1) * reach * 200))
            }
            if hypothesis.hasOther {
                guess.otherStart = max(0, guess.otherStart + Int64((fraction() * 2 - 1) * reach))
                guess.otherBytes = max(1000, guess.otherBytes + Int((fraction() * 2 - 1) * reach * 100))
            }
            if let next = found(guess), next.error < best.error { best = next }
        }
        return best
    }

    /// The largest deviation of the three, as a share of the measured time.
    private func found(_ guess: Guess) -> Found? {
        guard let clocks = guess.clocks(run.sizes) else { return nil }
        let error = zip(clocks, run.measured).map { abs($0 / $1 - 1) }.max() ?? 1
        return (guess, clocks, error)
    }

    /// In milliseconds: half of them within a fraction of a second, as a loop over URLs starts them, the
    /// others anywhere.
    private mutating func start() -> Int64 {
        let reach = fraction() < 0.5 ? 400 : Self.latest
        return Int64(fraction() * reach)
    }

    private static func fromZero(_ starts: [Int64]) -> [Int64] {
        let first = starts.min() ?? 0
        return starts.map { $0 - first }
    }

    /// Uniform in [0, 1), the same in every search.
    private mutating func fraction() -> Double {
        draws += 1
        return Double(SplitMix.mixed(draws &* SplitMix.step) >> 11) * 0x1p-53
    }
}
