import Runs
import Wire

extension StepResult {
    /// The figures that its transfers alone give. Without any it begins at `start` and takes no time.
    init(name: String, of transfers: [TransferResult], start: Instant = .zero) {
        let spans = transfers.map { Span(start: $0.start, end: $0.end) }
        let start = spans.map(\.start).min() ?? start
        let sum = spans.reduce(0) { $0 + $1.length }
        let busy = Span.union(spans)
        self.init(
            name: name,
            start: start,
            makespan: (spans.map(\.end).max() ?? start) - start,
            sumOfDurations: sum,
            busy: busy,
            overlap: busy > 0 ? Double(sum) / Double(busy) : nil,
            hitRatio: transfers.isEmpty
                ? nil : Double(transfers.count { $0.source.isCached }) / Double(transfers.count),
            requests: transfers.count { $0.clientLog != nil }
        )
    }
}
