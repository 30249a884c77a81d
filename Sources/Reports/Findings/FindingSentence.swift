import Figures
import Logs
package import Runs
import Theory
import Wire

/// A finding in a sentence with its figures.
package struct FindingSentence {
    private let finding: RunFinding

    package init(_ finding: RunFinding) {
        self.finding = finding
    }

    package var text: String {
        switch finding {
        case .untrusted(let doubts): "The figures cannot be trusted: \(doubts.words)."
        case .failed(let why): "The run failed: \(why)."
        case .overlap(let overlap): Self.text(overlap)
        case .revalidated(let step, let answers, let wire, let body):
            "`\(step)`: \(answers == 1 ? "one 304 response" : "\(Self.count(answers)) 304 responses") took "
                + "\(ByteFormat.text(wire)) on the line instead of \(ByteFormat.text(body)) of images."
        case .hits(let step, let sources, let sum, let fetching):
            "`\(step)` came from \(sources.map(\.rawValue).joined(separator: " and ")): its durations add up to "
                + "\(DurationFormat.text(sum)). Over the network, the same files took "
                + "\(DurationFormat.text(fetching))."
        case .coalesced(let step, let requests, let callers, let waiting):
            "`\(step)`: \(requests == 1 ? "one request" : "\(Self.count(requests)) requests") served "
                + "\(Self.count(callers)) \(callers == 1 ? "caller" : "callers"); \(Self.count(waiting)) waited for another caller's transfer."
        case .predicted(let step, let makespan, let theory):
            "`\(step)` took \(DurationFormat.text(makespan)), and theory predicts \(DurationFormat.text(theory)) "
                + "(\(FixedPoint.signedPercent(Double(makespan) / Double(theory) - 1)))."
        case .missed(let missed): Self.text(missed)
        case .proxied(let proxied): ProxySentence(proxied).text
        case .byteStreams:
            "The line carried byte streams, not packets: it had no slow start, acknowledgements or loss recovery of "
                + "TCP, connections opened at once at the expense of the first byte, and nothing was captured."
        case .lossAsDelay(let times):
            "Losses were modelled as delay: \(CountFormat.text(times, "chunk")) arrived a round trip late."
        case .packets(let direction, let counts): PacketSentence(direction, counts).text
        case .ignored(let gaps, let steps):
            "Theory leaves out \(gaps.words) of the line\(Self.place(steps)): \(gaps.consequence ?? "")."
        case .ignoredFrames:
            "Theory leaves out \([TheoryGap.streams].words): it does not predict when their transfers end, and its "
                + "other figures do not count frames."
        }
    }

    /// With the figure to compare with bytes over bandwidth.
    static func text(_ overlap: RunFinding.Overlap) -> String {
        let most = overlap.mostAtOnce
        let makespan = DurationFormat.text(overlap.makespan)
        let comparison = overlap.articleSum.map {
            " Compare bytes / rate, \(DurationFormat.text($0)), with the makespan, \(makespan), not with that sum."
        }
        return "The durations of `\(overlap.step)` add up to \(DurationFormat.text(overlap.sumOfDurations)), "
            + "but the line was busy \(DurationFormat.text(overlap.busy)): with \(count(most)) transfers at once the sum "
            + "counts the same second up to \(most == 2 ? "twice" : "\(count(most)) times") "
            + "(\(FixedPoint.text(overlap.mean, digits: 2)) on average)." + (comparison ?? "")
    }

    private static func text(_ missed: MissedTheory) -> String {
        let others = missed.transfers - 1
        return "Theory misses `\(missed.file)` of `\(missed.step)` by "
            + "\(FixedPoint.signedPercent(missed.deviation)) (\(DurationFormat.text(missed.measured)) instead of "
            + "\(DurationFormat.text(missed.theory)))"
            + (others > 0 ? ", and \(CountFormat.text(others, "other transfer")) by more than 1 %" : "")
            + ", and no cause is known: this is a defect of the simulator. `netlab diff RUN --theory` shows the first "
            + "packet that differs."
    }

    private static func place(_ steps: [String]) -> String {
        steps.isEmpty ? "" : " at \(steps.map { "`\($0)`" }.joined(separator: ", "))"
    }

    private static func count(_ number: Int) -> String {
        let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        return words.indices.contains(number) ? words[number] : ByteFormat.grouped(number)
    }
}
