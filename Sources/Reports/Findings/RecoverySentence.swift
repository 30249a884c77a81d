import Analysis
import Figures
import LinkModel
import Runs
import Wire

/// For how long a transfer waited for lost packets to be sent again, whose they were, and what took them.
struct RecoverySentence {
    /// Most kinds of losses that are told one by one.
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
        let told = losses.prefix(Self.most).map(part)
        let rest = losses.count - told.count
        let parts = rest > 0 ? told + ["and \(CountFormat.text(rest, "more kind")) of losses"] : told
        return "\(lead): \(parts.joined(separator: ", "))."
    }

    private var lead: String {
        "\(transfer.file) waited \(DurationFormat.text(time)) for lost packets to be sent again"
    }

    private func isOwn(_ loss: TransferExplanation.Loss) -> Bool { loss.loss.transfer == transfer.id }

    private func only(_ loss: TransferExplanation.Loss) -> String {
        let (count, length) = (loss.loss.packets, DurationFormat.text(time))
        guard let kind = loss.loss.kind else {
            let whose = isOwn(loss) ? transfer.file : owner(loss)
            return
                "\(transfer.file) waited \(length) while packets of \(whose) were sent again although they had arrived."
        }
        let words = LossWords(kind, loss.loss.direction, on: link)
        if isOwn(loss) {
            let packets = CountFormat.text(count, "packet")
            let whose =
                loss.loss.direction == .down
                ? "\(packets) of \(transfer.file)" : "\(packets) of \(transfer.file)'s client"
            return "\(words.agent.capitalizedFirst) \(words.verb) \(whose), whose recovery took \(length)."
        }
        let packets = count == 1 ? "A lost packet" : "\(ByteFormat.grouped(count)) lost packets"
        return
            "\(packets) of \(owner(loss)) held \(transfer.file) up for \(length): \(words.agent) \(words.verb) "
            + "\(count == 1 ? "it" : "them")."
    }

    private func part(_ loss: TransferExplanation.Loss) -> String {
        let length = DurationFormat.text(loss.loss.time)
        let ownWords = loss.loss.direction == .down ? "its own" : "its client's"
        let whose = isOwn(loss) ? ownWords : owner(loss)
        guard let kind = loss.loss.kind else {
            return "\(length) for packets of \(whose) that had arrived"
        }
        let words = LossWords(kind, loss.loss.direction, on: link)
        return "\(length) for \(ByteFormat.grouped(loss.loss.packets)) of \(whose), \(words.passive)"
    }

    private func owner(_ loss: TransferExplanation.Loss) -> String {
        guard let owner = loss.owner else { return "their connection" }
        return owner.file + (owner.step == transfer.step ? "" : " of `\(owner.step)`")
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
