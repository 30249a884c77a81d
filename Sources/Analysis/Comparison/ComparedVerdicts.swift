/// Judges compared figures together. Among many figures some differ by chance, so the more of them are tested, the
/// smaller the p that shows a difference (Benjamini and Hochberg).
struct ComparedVerdicts {
    /// Share of false alarms among the differences that are shown.
    static let falseShare = 0.05

    /// `isExact` says that all runs were made in virtual time.
    static func judge(_ figures: inout [ComparedFigure], isExact: Bool) {
        var tested: [(place: Int, p: Double, change: ComparedFigure.Change)] = []
        for place in figures.indices {
            let (before, after) = (figures[place].before, figures[place].after)
            guard before.sorted() != after.sorted(), Set(before + after).count > 1 else {
                figures[place].verdict = .equal
                continue
            }
            let change = change(before, after)
            if isExact, Set(before).count == 1, Set(after).count == 1 {
                figures[place].verdict = .certain(change)
            } else if RankTest.leastP(before.count, after.count) > falseShare {
                figures[place].verdict = .tooFew(change)
            } else {
                tested.append((place, RankTest(before, after).p, change))
            }
        }
        let sorted = tested.map(\.p).sorted()
        let allowed = sorted.enumerated().last { index, p in
            p <= falseShare * Double(index + 1) / Double(sorted.count)
        }
        for (place, p, change) in tested {
            let isShown = allowed.map { p <= $0.element } ?? false
            figures[place].verdict = isShown ? .shown(change, p: p) : .notShown(change, p: p)
        }
    }

    private static func change(_ before: [Int64], _ after: [Int64]) -> ComparedFigure.Change {
        let shift = ShiftEstimate(from: before, to: after)
        let base = ComparedFigure.median(before)
        var change = ComparedFigure.Change(amount: shift.median)
        guard base > 0 else { return change }
        change.share = shift.median / base
        change.margin = shift.interval.map {
            max($0.upperBound - shift.median, shift.median - $0.lowerBound) / base
        }
        return change
    }
}
