import Figures
import LinkModel
import Logs
package import Runs
import Theory

/// Findings of a run, in sentences with its own numbers. The first is the one to show after a run.
package struct Findings: Sendable {
    private let result: RunResult

    package init(_ result: RunResult) {
        self.result = result
    }

    package var sentences: [String] {
        var found: [String] = []
        if let why = result.emulation.why { found.append("The figures cannot be judged by: \(why).") }
        if let failure = result.failure { found.append("The run failed: \(failure).") }
        found += result.steps.compactMap { overlap($0) }
        found += result.steps.compactMap { revalidation($0) }
        found += result.steps.compactMap { hits($0) }
        found += result.steps.compactMap { waiting($0) }
        found += result.steps.compactMap { theory($0) }
        if let streams = result.link.streams { found += Self.sentences(streams) }
        found += LinkDirection.allCases.reversed().compactMap { direction in
            result.packets?[direction].flatMap { PacketSentence(direction, $0).text }
        }
        found += leftOut
        if let streams { found.append(streams) }
        return found
    }

    /// Facts that a reader needs about a line of byte streams.
    private static func sentences(_ streams: LinkRecord.Streams) -> [String] {
        let mode =
            "The line carried byte streams, not packets: no slow start, no acknowledgement and no loss recovery of TCP "
            + "crossed it, connecting was instant and paid for by the first byte, and nothing was captured."
        guard streams.lossAsDelay else { return [mode] }
        let times = ByteFormat.grouped(streams.recoveries)
        return [mode, "Losses were modelled as delay: \(times) times a chunk came a round trip later."]
    }

    /// Why the durations of a step's concurrent transfers add up to more than the step took; nil if they do
    /// not.
    package func overlap(_ step: StepResult) -> String? {
        let most = Span.mostAtOnce(networkSpans(step))
        guard let overlap = step.overlap, overlap > 1.05, most > 1 else { return nil }
        let sum = DurationFormat.text(step.sumOfDurations)
        let busy = DurationFormat.text(step.busy)
        return "The durations of `\(step.name)` add up to \(sum), but the line was busy \(busy): with "
            + "\(Self.count(most)) transfers at once the sum counts the same second up to \(Self.times(most)) "
            + "(\(FixedPoint.text(overlap, digits: 2)) on average)." + comparison(step)
    }

    /// The figure to compare with bytes over bandwidth.
    private func comparison(_ step: StepResult) -> String {
        guard let article = step.theory?.articleSum, article > 0 else { return "" }
        return " Bytes / rate, \(DurationFormat.text(article)), is to be held against the makespan, "
            + "\(DurationFormat.text(step.makespan)), never against that sum."
    }

    private func revalidation(_ step: StepResult) -> String? {
        let confirmed = result.transfers(of: step.name).filter { $0.source == .revalidated }
        let wire = confirmed.compactMap(\.wireDownBytes).reduce(0, +)
        guard !confirmed.isEmpty, wire > 0 else { return nil }
        let body = confirmed.reduce(0) { $0 + $1.bodyBytes }
        let answers =
            confirmed.count == 1 ? "one answer of 304" : "\(Self.count(confirmed.count)) answers of 304"
        return "`\(step.name)`: \(answers) brought \(ByteFormat.text(wire)) over the line in place of "
            + "\(ByteFormat.text(body)) of images."
    }

    private func hits(_ step: StepResult) -> String? {
        let transfers = result.transfers(of: step.name)
        guard !transfers.isEmpty, transfers.allSatisfy({ $0.source == .memory || $0.source == .disk }) else {
            return nil
        }
        let before = transfers.compactMap { hit in
            result.transfers.first { $0.file == hit.file && $0.source == .network }?.duration
        }
        guard before.count == transfers.count else { return nil }
        let from = Set(transfers.map(\.source.rawValue)).sorted().joined(separator: " and ")
        return "`\(step.name)` came from \(from): its durations add up to "
            + "\(DurationFormat.text(step.sumOfDurations)), those of the same files over the network to "
            + "\(DurationFormat.text(before.reduce(0, +)))."
    }

    /// Callers of the same request that one transfer served; nil without any.
    private func waiting(_ step: StepResult) -> String? {
        let transfers = result.transfers(of: step.name)
        let waiting = transfers.count { $0.sharedWith != nil }
        guard waiting > 0 else { return nil }
        let requests = step.requests == 1 ? "one request" : "\(Self.count(step.requests)) requests"
        return "`\(step.name)`: \(requests) served \(Self.count(transfers.count)) callers; "
            + "\(Self.count(waiting)) waited for another one's transfer."
    }

    private func theory(_ step: StepResult) -> String? {
        guard let shared = step.theory?.shared, shared > 0 else { return nil }
        let share = Double(step.makespan) / Double(shared) - 1
        return "`\(step.name)` took \(DurationFormat.text(step.makespan)) where theory says "
            + "\(DurationFormat.text(shared)) (\(FixedPoint.signedPercent(share)))."
    }

    /// Effects that theory ignores: a sentence for each special line, with the steps that used it.
    private var leftOut: [String] {
        let steps = result.steps.filter { $0.theory != nil }
        let method = TheoryMethod(result.link)
        let gaps = steps.map { method.gaps($0.link ?? result.link.parameters) }
        var told: Set<[TheoryGap]> = []
        return gaps.compactMap { found in
            guard let consequence = found.consequence, told.insert(found).inserted else { return nil }
            let names = zip(steps, gaps).filter { $0.1 == found }.map { "`\($0.0.name)`" }
            let place = names.count == steps.count ? "" : " at \(names.joined(separator: ", "))"
            return "Theory leaves out \(found.words) of the line\(place): \(consequence)."
        }
    }

    /// Effects that closed forms ignore if transfers share a connection; nil if none does.
    private var streams: String? {
        guard case .closedForm = TheoryMethod(result.link),
            result.transfers.contains(where: { $0.httpStream != nil })
        else { return nil }
        return
            "Theory leaves out \([TheoryGap.streams].words): it does not tell when a transfer over it ends, and its other "
            + "figures count no frames."
    }

    private func networkSpans(_ step: StepResult) -> [Span] {
        result.transfers(of: step.name).filter { !$0.source.isLocal }.map {
            Span(start: $0.start, end: $0.end)
        }
    }

    private static func count(_ number: Int) -> String {
        let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        return words.indices.contains(number) ? words[number] : ByteFormat.grouped(number)
    }

    private static func times(_ number: Int) -> String {
        number == 2 ? "twice" : "\(count(number)) times"
    }
}
