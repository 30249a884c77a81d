/// Looks for the guesses that reproduce a run: a grid of starts, and from its best places on in ever smaller steps.
struct Search {
    typealias Found = (guess: Guess, clocks: [Double], error: Double)

    /// Milliseconds between the grid's starts, and the farthest that two transfers may be apart.
    private static let step: Int64 = 400
    private static let farthest: Int64 = 6400
    /// From so many places of the grid on.
    private static let refined = 6

    let run: ArticleRun
    let hypothesis: Hypothesis

    /// The largest deviation of the three, as a share of what was measured.
    func found(_ guess: Guess) -> Found? {
        guard let clocks = guess.clocks(run.sizes) else { return nil }
        let error = zip(clocks, run.measured).map { abs($0 / $1 - 1) }.max() ?? 1
        return (guess, clocks, error)
    }

    /// The grid's, best first.
    func grid() -> [Found] {
        let offsets = Array(stride(from: -Self.farthest, through: Self.farthest, by: Int(Self.step)))
        var all: [Found] = []
        for small in offsets {
            for medium in offsets where abs(small - medium) <= Self.farthest {
                let earliest = min(0, small, medium)
                for var guess in variants {
                    guess.starts = [small - earliest, medium - earliest, -earliest]
                    if let found = found(guess) { all.append(found) }
                }
            }
        }
        return all.sorted { $0.error < $1.error }
    }

    private var variants: [Guess] {
        hypothesis.rates.flatMap { rate in
            hypothesis.others.flatMap { bytes in
                (bytes > 0 ? [0, 2000, 4000] : [0]).map { start in
                    Guess(
                        starts: [],
                        otherStart: start,
                        otherBytes: bytes,
                        rateBps: rate,
                        isReno: hypothesis.isReno
                    )
                }
            }
        }
    }

    /// The best that can be reached from the best of the grid.
    func best(of grid: [Found]) -> Found? {
        grid.prefix(Self.refined).map(refine).min { $0.error < $1.error }
    }

    private func refine(_ start: Found) -> Found {
        var best = start
        var step = Self.step / 2
        while step >= 1 {
            let next = neighbours(of: best.guess, step).compactMap(found).min { $0.error < $1.error }
            if let next, next.error < best.error { best = next } else { step /= 2 }
        }
        return best
    }

    private func neighbours(of guess: Guess, _ step: Int64) -> [Guess] {
        var all: [Guess] = []
        for place in guess.starts.indices {
            for way in [-step, step] {
                var next = guess
                next.starts[place] += way
                let earliest = next.starts.min() ?? 0
                next.starts = next.starts.map { $0 - earliest }
                all.append(next)
            }
        }
        for way in [-step, step] where guess.otherBytes > 0 {
            var next = guess
            next.otherStart = max(0, next.otherStart + way)
            all.append(next)
            next = guess
            next.otherBytes = max(1000, next.otherBytes + Int(way) * 100)
            all.append(next)
        }
        for way in [-step, step] where hypothesis.rates.count > 1 {
            var next = guess
            next.rateBps = min(2_000_000, next.rateBps + way * 200)
            all.append(next)
        }
        return all
    }
}
