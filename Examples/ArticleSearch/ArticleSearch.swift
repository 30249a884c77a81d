/// Searches, by simulation, for starts and other circumstances that reproduce the articles' measurements.
///
///     swift run -c release article-search
@main
enum ArticleSearch {
    /// Difference between the articles' own two clocks, the app's and Charles's.
    private static let near = 0.01
    private static let fair = 0.05

    static func main() {
        for run in ArticleRun.all {
            print(
                "\(run.name): \(run.sizes.map { "\($0) B" }.joined(separator: ", ")); measured \(text(run.measured))"
            )
            for hypothesis in Hypothesis.all {
                var search = Search(run: run, hypothesis: hypothesis)
                let sample = search.sample()
                print("  \(hypothesis.name): \(sample.count) guesses")
                print("    within 5 %: \(ranges(sample.filter { $0.error <= fair }))")
                guard let best = search.best(of: sample) else { continue }
                let verdict = best.error <= near ? "reproduced" : "not reproduced within 1 %"
                print("    best: \(text(best.clocks)), off by \(percent(best.error)) at most: \(verdict)")
                print("      \(text(best.guess))")
            }
        }
    }

    private static func ranges(_ found: [Search.Found]) -> String {
        guard !found.isEmpty else { return "none" }
        let names = ["small", "medium", "large"]
        let starts = names.indices.map { place -> String in
            let all = found.map { $0.guess.starts[place] }
            return "\(names[place]) from \(all.min() ?? 0) to \(all.max() ?? 0) ms"
        }
        return "\(found.count), \(starts.joined(separator: ", "))"
    }

    private static func text(_ guess: Guess) -> String {
        let starts =
            "small at \(guess.starts[0]), medium at \(guess.starts[1]), large at \(guess.starts[2]) ms"
        let other =
            guess.otherBytes > 0 ? "; a fourth of \(guess.otherBytes) B at \(guess.otherStart) ms" : ""
        return "\(starts); \(guess.rateBps) bit/s\(other)"
    }

    private static func text(_ seconds: [Double]) -> String {
        seconds.map { "\((($0 * 1000).rounded() / 1000)) s" }.joined(separator: " / ")
    }

    private static func percent(_ share: Double) -> String { "\((share * 10_000).rounded() / 100) %" }
}
