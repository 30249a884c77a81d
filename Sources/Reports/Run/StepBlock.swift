import Analysis
import Figures
import LinkModel
import Runs
import Theory
import Wire

/// One step of a run: a table of its transfers, and what they amount to.
struct StepBlock {
    private let result: RunResult
    private let step: StepResult
    private let transfers: [TransferResult]
    /// With more transfers than these, they are told by who answered them.
    private static let mostRows = 24
    /// Columns that the note on a figure must have beside it; where there are fewer it stands below.
    private static let leastNote = 24

    /// Those that have a row of their own.
    private let shown: [TransferResult]

    init(_ result: RunResult, _ step: StepResult) {
        self.result = result
        self.step = step
        transfers = result.transfers(of: step.name)
        shown = Self.shown(of: transfers)
    }

    /// `isOnNewLine` where the line is another one than at the step before, and so is told.
    func lines(_ style: TerminalStyle, isOnNewLine: Bool = false) -> [String] {
        let head = [style.accent(step.name, .bold)] + (isOnNewLine ? lineWords(style) : [])
        guard !transfers.isEmpty else { return head + ["  nothing was fetched"] }
        if shown.count > Self.mostRows, CacheWords(figures: step.cache).isWorthTelling {
            let notes = failures.flatMap { $0.wrapped(style.width, indent: 2) }
            return head + TierTable(transfers).table.lines(style) + notes + [""] + sums(style) + causes(style)
        }
        guard transfers.contains(where: { $0.clientLog != nil || $0.error != nil }) else {
            return head + HitTable(result, transfers).table.lines(style) + [""] + sums(style)
        }
        let table = TransferTable(shown, isShared: isShared, isCaptured: result.link.mode == .packet)
        return head + table.table.lines(style)
            + (table.notes + unshown).flatMap { $0.wrapped(style.width, indent: 2) }
            + [""]
            + sums(style) + causes(style) + overlap(style)
    }

    private var failures: [String] {
        shown.compactMap { transfer in transfer.error.map { "\(transfer.file): \($0)" } }
    }

    /// Where the transfers' time went, all of them together.
    private func causes(_ style: TerminalStyle) -> [String] {
        guard let ledger = step.ledger, let shares = LedgerShares(ledger).text else { return [] }
        let whose = transfers.count > 1 ? "where the transfers' time went" : "where the time went"
        let note = ledger.isEstimated ? " (estimated)" : ""
        return "\(whose)\(note): \(shares)".wrapped(style.width, indent: 2, hanging: 4)
    }

    /// All but the callers who waited for another one's transfer, and of those who were told the same without an exchange
    /// of their own the first.
    private static func shown(of transfers: [TransferResult]) -> [TransferResult] {
        var told: Set<[String]> = []
        return transfers.filter { transfer in
            if transfer.sharedWith != nil { return false }
            guard transfer.clientLog == nil, let error = transfer.error else { return true }
            return told.insert([transfer.file, error]).inserted
        }
    }

    private var unshown: [String] {
        let count = transfers.count - shown.count
        guard count > 0 else { return [] }
        return [
            "\(ByteFormat.grouped(count)) more \(count == 1 ? "caller" : "callers") waited for these transfers and had no "
                + "request of their own."
        ]
    }

    private func lineWords(_ style: TerminalStyle) -> [String] {
        guard let link = step.link else { return [] }
        let parts = [
            "the line from here on: down \(DirectionWords(link, .down).text)",
            "up \(DirectionWords(link, .up).text)", FramingWords(link.framing).text,
        ]
        return parts.compactMap { $0 }.joined(separator: "; ").wrapped(style.width, indent: 2)
    }

    /// True where transfers shared the line, so that a theory of each alone is beside the point.
    private var isShared: Bool {
        shown.contains { first in
            shown.contains { $0.id != first.id && $0.start < first.end && first.start < $0.end }
        }
    }

    private func sums(_ style: TerminalStyle) -> [String] {
        let rows = figures
        let label = rows.map(\.label.count).max() ?? 0
        let value = rows.map(\.value.count).max() ?? 0
        return rows.flatMap { row in
            let start = "  \(row.label.padded(toRight: label))  \(row.value.padded(toLeft: value))"
            if style.width - start.count < Self.leastNote {
                return [start] + row.note.wrapped(style.width, indent: 4)
            }
            let note = row.note.wrapped(style.width, indent: start.count + 2)
            guard let first = note.first, note.allSatisfy({ $0.count <= style.width }) else { return [start] }
            return [start + first.dropFirst(start.count)] + note.dropFirst()
        }
    }

    private typealias Figure = (label: String, value: String, note: String)

    private var figures: [Figure] {
        var rows: [Figure] = []
        if transfers.count > 1 {
            rows.append(("sum of durations", DurationFormat.text(step.sumOfDurations), articleSum))
        }
        rows.append(("makespan", DurationFormat.text(step.makespan), makespanNote))
        if transfers.count > 1, step.theory != nil, let overlap = step.overlap {
            let busy = "sum of durations over busy time, \(DurationFormat.text(step.busy))"
            rows.append(("overlap", FixedPoint.text(overlap, digits: 2), busy))
        }
        if step.theory != nil, let utilisation = step.utilisation {
            let note = "of the makespan the down-link was sending"
            rows.append(("utilisation", FixedPoint.percent(utilisation, digits: 1), note))
        }
        return rows + [articlesClock].compactMap { $0 } + cacheRows
    }

    private var cacheRows: [Figure] {
        let words = CacheWords(figures: step.cache)
        guard words.isWorthTelling, let hitRatio = step.hitRatio else { return [] }
        var rows: [Figure] = [
            ("hits", FixedPoint.percent(hitRatio, digits: 1), words.answers),
            ("held", ByteFormat.text(step.cache.memoryBytes + step.cache.diskBytes), words.held),
        ]
        if let saved = words.saved {
            rows.append(("saved", DurationFormat.text(step.cache.saved), saved))
        }
        if let improvement = step.cache.improvement {
            let note = "less than the same files took when they were first fetched"
            rows.append(("improvement", FixedPoint.percent(improvement, digits: 2), note))
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
        guard let shared = theory.shared else { return "\(meaning); theory does not tell it here" }
        let difference = step.makespan - shared
        return "\(meaning); theory \(DurationFormat.text(shared)), "
            + "\(DurationFormat.signedMilliseconds(difference)), \(Self.share(difference, shared))"
    }

    /// What the articles timed: from a transfer's first chunk to its last.
    private var articlesClock: Figure? {
        let clocks = transfers.compactMap(\.firstToLastChunk)
        guard !clocks.isEmpty else { return nil }
        let each =
            clocks.count > 1 && clocks.count <= 4
            ? ": " + clocks.map(DurationFormat.text).joined(separator: " + ") : ""
        let sum = DurationFormat.text(clocks.reduce(0, +))
        return ("articles' clock", sum, "first to last chunk of each, added up\(each)")
    }

    private func overlap(_ style: TerminalStyle) -> [String] {
        guard let sentence = Findings(result).overlap(step) else { return [] }
        let caution =
            "Theory shares the line evenly and TCP does not, so of one transfer among others it is a guess; "
            + "of the makespan it is not."
        return [""] + sentence.wrapped(style.width, indent: 2)
            + (step.theory != nil && isGuess ? caution.wrapped(style.width, indent: 2) : [])
    }

    /// Theory does not know how its senders share a line.
    private var isGuess: Bool {
        result.link.congestion.map(TheoryMethod.init) == .closedForm(isWindowless: false)
    }

    static func share(_ difference: Nanoseconds, _ of: Nanoseconds) -> String {
        of == 0 ? "" : FixedPoint.signedPercent(Double(difference) / Double(of))
    }
}
