package import Inspection
package import JSON
package import Runs
package import Wire

/// A step explained: causes of its transfers' time, and how they affected one another.
package struct StepExplanation: Sendable {
    /// How long this many transfers were under way at once.
    package struct Concurrency: Hashable, Sendable, JSONRepresentable {
        package var transfers: Int
        package var time: Nanoseconds

        package var json: JSONValue { ["transfers": transfers.json, "ns": time.json] }
    }

    package let step: StepResult
    package let transfers: [TransferExplanation]
    /// The most at once first.
    package let concurrency: [Concurrency]
    /// Jain's index over the speeds of the transfers that were on the line: 1 if all were equally fast, 1/n
    /// if one had it all. nil with fewer than two.
    package let fairness: Double?

    /// `silences` are those of a capture's transfers.
    package init(_ step: StepResult, of result: RunResult, _ silences: [Int: CaptureSilence] = [:]) {
        self.step = step
        let members = result.transfers(of: step.name)
        let outages = LineOutages(result)
        transfers = members.map { member in
            var explanation = TransferExplanation(member, of: result, outages)
            explanation.silence = silences[member.id]
            return explanation
        }
        let spans = members.filter { !$0.source.isLocal }.map { Span(start: $0.start, end: $0.end) }
        concurrency = Self.concurrency(spans)
        fairness = Self.fairness(members.filter { !$0.source.isLocal })
    }

    private static func concurrency(_ spans: [Span]) -> [Concurrency] {
        let changes = spans.filter { $0.length > 0 }.flatMap { [($0.start, 1), ($0.end, -1)] }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        var times: [Int: Nanoseconds] = [:]
        var (count, since) = (0, Instant.zero)
        for (moment, change) in changes {
            if count > 0, moment > since { times[count, default: 0] += moment - since }
            count += change
            since = moment
        }
        return times.sorted { $0.key > $1.key }.map { Concurrency(transfers: $0.key, time: $0.value) }
    }

    private static func fairness(_ transfers: [TransferResult]) -> Double? {
        let speeds = transfers.filter { $0.bodyBytes > 0 && $0.duration > 0 }
            .map { Double($0.bodyBytes) / Double($0.duration) }
        let squares = speeds.reduce(0) { $0 + $1 * $1 }
        guard speeds.count > 1, squares > 0 else { return nil }
        let sum = speeds.reduce(0, +)
        return sum * sum / (Double(speeds.count) * squares)
    }
}
