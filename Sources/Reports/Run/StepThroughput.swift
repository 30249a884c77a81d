import Figures
import LinkModel
import Logs
import Runs
import Wire

/// How fast a step's bodies arrived over its time, as the client received them.
struct StepThroughput {
    /// Fewer pieces are no course over time.
    private static let fewestPieces = 8

    private let summary: StepSummary

    init(_ summary: StepSummary) {
        self.summary = summary
    }

    /// nil if too little arrived to show a course.
    var sparkline: ReportSparkline? {
        let step = summary.step
        let pieces = summary.transfers.compactMap(\.clientLog).flatMap(Self.pieces)
        guard pieces.count >= Self.fewestPieces, step.makespan > 0 else { return nil }
        let rate = (step.link ?? summary.result.link.parameters).down.rate
        let top = rate.peakBps.flatMap { $0 > 0 ? $0 : nil }
        let whose = rate.isSteady ? "the line's rate" : "the line's highest rate"
        let scale = top.map { "; full height is \(whose), \(RateFormat.text($0))" } ?? ""
        return ReportSparkline(
            caption: "throughput of the bodies over \(DurationFormat.text(step.makespan))\(scale)",
            start: step.start,
            span: step.makespan,
            pieces: pieces,
            topBps: top
        )
    }

    private static func pieces(_ log: ClientWitness) -> [ReportSparkline.Piece] {
        var (moment, bytes) = (log.exchange.firstByte, 0)
        return log.progress.compactMap { sample in
            let start = min(moment, sample.at)
            let received = sample.bytes - bytes
            (moment, bytes) = (sample.at, sample.bytes)
            guard received > 0 else { return nil }
            return ReportSparkline.Piece(from: start, to: sample.at, bytes: received)
        }
    }
}
