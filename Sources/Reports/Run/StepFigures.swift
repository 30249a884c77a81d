import Analysis
import Figures
import Runs
import Wire

/// Sums over the transfers of a step.
struct StepFigures {
    private let summary: StepSummary
    private let step: StepResult

    init(_ summary: StepSummary) {
        self.summary = summary
        step = summary.step
    }

    var figures: ReportFigures {
        var rows: [ReportFigure] = []
        let hasSeveral = summary.transfers.count > 1
        if hasSeveral {
            rows.append(
                ReportFigure(
                    "sum of durations",
                    DurationFormat.text(step.sumOfDurations),
                    note: articleSum
                )
            )
        }
        rows.append(ReportFigure("makespan", DurationFormat.text(step.makespan), note: makespanNote))
        if hasSeveral, step.theory != nil, let overlap = step.overlap {
            let busy = "sum of durations over busy time, \(DurationFormat.text(step.busy))"
            rows.append(ReportFigure("overlap", FixedPoint.text(overlap, digits: 2), note: busy))
        }
        if step.theory != nil, let utilisation = step.utilisation {
            let note = "of the makespan, the down-link was sending"
            rows.append(ReportFigure("utilisation", FixedPoint.percent(utilisation, digits: 1), note: note))
        }
        return ReportFigures(rows + [articlesClock].compactMap { $0 } + cacheRows)
    }

    private var cacheRows: [ReportFigure] {
        let words = CacheWords(figures: step.cache)
        guard words.isWorthTelling, let hitRatio = step.hitRatio else { return [] }
        let held = ByteFormat.text(step.cache.memoryBytes + step.cache.diskBytes)
        var rows = [
            ReportFigure("hits", FixedPoint.percent(hitRatio, digits: 1), note: words.answers),
            ReportFigure("held", held, note: words.held),
        ]
        if let saved = words.saved {
            rows.append(ReportFigure("saved", DurationFormat.text(step.cache.saved), note: saved))
        }
        if let improvement = step.cache.improvement {
            let note = "less than the first fetches of the same files took"
            rows.append(ReportFigure("improvement", FixedPoint.percent(improvement, digits: 2), note: note))
        }
        return rows
    }

    private var articleSum: String {
        guard let theory = step.theory else { return "" }
        let article = DurationFormat.text(theory.articleSum)
        let wire = DurationFormat.text(theory.wire)
        return "articles' theory (body / rate) \(article), with every header \(wire)"
    }

    private var makespanNote: String {
        let meaning = "first start to last end"
        guard let theory = step.theory else { return meaning }
        guard let shared = theory.shared else { return "\(meaning); theory does not predict it here" }
        let difference = step.makespan - shared
        return "\(meaning); theory \(DurationFormat.text(shared)), "
            + "\(DurationFormat.signedMilliseconds(difference)), \(Self.share(difference, shared))"
    }

    private var articlesClock: ReportFigure? {
        let clocks = summary.chunkTimes
        guard !clocks.isEmpty else { return nil }
        let each =
            clocks.count > 1 && clocks.count <= 4
            ? ": " + clocks.map(DurationFormat.text).joined(separator: " + ") : ""
        let sum = DurationFormat.text(clocks.reduce(0, +))
        return ReportFigure("articles' clock", sum, note: "first to last chunk of each, added up\(each)")
    }

    static func share(_ difference: Nanoseconds, _ of: Nanoseconds) -> String {
        of == 0 ? "" : FixedPoint.signedPercent(Double(difference) / Double(of))
    }
}
