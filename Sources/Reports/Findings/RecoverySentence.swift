import Analysis
import Figures
import LinkModel
import Runs
import Wire

/// For how long a transfer waited for lost packets to be sent again, whose they were, and what took them.
struct RecoverySentence {
    /// Most reasons that are told, and most transfers whose packets each took.
    private static let most = 3

    private let transfer: TransferResult
    private let time: Nanoseconds
    private let losses: [TransferExplanation.Loss]
    private let link: LinkParameters

    init(_ explanation: TransferExplanation, _ time: Nanoseconds) {
        transfer = explanation.transfer
        self.time = time
        losses = explanation.losses
        link = explanation.link
    }

    /// `silence` is what a capture without a log tells of it; empty if it tells nothing.
    func text(silence: String) -> String {
        guard let first = losses.first else { return "\(lead)\(silence)." }
        if losses.count == 1 { return only(first) }
        let groups = groups
        let told = groups.prefix(Self.most).map(words)
        let rest = groups.count - told.count
        let parts = rest > 0 ? told + ["and \(CountFormat.text(rest, "more reason"))"] : told
        return "\(lead): \(parts.joined(separator: "; "))."
    }

    private var lead: String {
        "\(transfer.file) waited \(DurationFormat.text(time)) for lost packets to be retransmitted"
    }

    private func isOwn(_ loss: TransferExplanation.Loss) -> Bool { loss.loss.transfer == transfer.id }

    private func only(_ loss: TransferExplanation.Loss) -> String {
        let (count, length) = (loss.loss.packets, DurationFormat.text(time))
        guard let kind = loss.loss.kind else {
            let whose = isOwn(loss) ? transfer.file : owner(loss)
            return
                "\(transfer.file) waited \(length) while packets of \(whose) were retransmitted although they had arrived."
        }
        let words = LossWords(kind, loss.loss.direction, on: link)
        if isOwn(loss) {
            let packets = CountFormat.text(count, "packet")
            let whose =
                loss.loss.direction == .down
                ? "\(packets) of \(transfer.file)" : "\(packets) of \(transfer.file)'s client"
            return
                "\(words.agent.capitalizedFirst) \(words.verb) \(whose) \(when([loss])), whose recovery took \(length)."
        }
        let packets = count == 1 ? "A lost packet" : "\(ByteFormat.grouped(count)) lost packets"
        return
            "\(packets) of \(owner(loss)) held \(transfer.file) up for \(length): \(words.agent) \(words.verb) "
            + "\(count == 1 ? "it" : "them") \(when([loss]))."
    }

    /// `at 0.211 s`, or `from 0.211 s to 0.913 s`, from the run's start.
    private func when(_ group: [TransferExplanation.Loss]) -> String {
        func text(_ moment: Instant) -> String {
            FixedPoint.text(Double(moment.nanoseconds) / 1e9, digits: 3) + " s"
        }
        let first = text(group.map(\.loss.first).min() ?? .zero)
        let last = text(group.map(\.loss.last).max() ?? .zero)
        return first == last ? "at \(first)" : "from \(first) to \(last)"
    }

    /// Those of one reason together, the longest first.
    private var groups: [[TransferExplanation.Loss]] {
        var groups: [[TransferExplanation.Loss]] = []
        for loss in losses {
            let place = groups.firstIndex {
                $0[0].loss.kind == loss.loss.kind && $0[0].loss.direction == loss.loss.direction
            }
            if let place { groups[place].append(loss) } else { groups.append([loss]) }
        }
        func time(_ group: [TransferExplanation.Loss]) -> Nanoseconds {
            group.reduce(0) { $0 + $1.loss.time }
        }
        return groups.sorted { time($0) > time($1) }
    }

    /// `the full queue of the down-link dropped 2 of its own (0.200 s) and 1 of banner.jpg (0.100 s)`
    private func words(_ group: [TransferExplanation.Loss]) -> String {
        let told = group.prefix(Self.most).map { loss in
            let ownWords = loss.loss.direction == .down ? "its own" : "its client's"
            return "\(ByteFormat.grouped(loss.loss.packets)) of \(isOwn(loss) ? ownWords : owner(loss)) "
                + "(\(DurationFormat.text(loss.loss.time)))"
        }
        let rest = group.count - told.count
        let list =
            rest > 0
            ? told.joined(separator: ", ") + " and of \(CountFormat.text(rest, "more transfer"))"
            : [told.dropLast().joined(separator: ", "), told[told.count - 1]].filter { !$0.isEmpty }
                .joined(separator: " and ")
        guard let kind = group[0].loss.kind else { return "\(list) had arrived" }
        let words = LossWords(kind, group[0].loss.direction, on: link)
        return "\(words.agent) \(words.verb), \(when(group)), \(list)"
    }

    private func owner(_ loss: TransferExplanation.Loss) -> String {
        guard let owner = loss.owner else { return "their connection" }
        return owner.file + (owner.step == transfer.step ? "" : " of `\(owner.step)`")
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
