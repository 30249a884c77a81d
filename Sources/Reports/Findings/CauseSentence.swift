package import Analysis
import Figures
import Inspection
import LinkModel
import Runs
import Wire

/// The effect of a cause on a transfer, in a plain sentence with its figures.
package struct CauseSentence: Sendable {
    private let explanation: TransferExplanation
    private let transfer: TransferResult

    package init(_ explanation: TransferExplanation) {
        self.explanation = explanation
        transfer = explanation.transfer
    }

    package var texts: [String] { explanation.causes.map { text($0.cause, $0.time) } }

    private func text(_ cause: LedgerCause, _ time: Nanoseconds) -> String {
        let name = transfer.file
        let length = DurationFormat.text(time)
        switch cause {
        case .cache: return "\(name) spent \(length) in the caches: being looked up and stored."
        case .blocked where explanation.isOfCapture:
            return "The connection stood ready for \(length) before its client asked for \(name)."
        case .blocked: return "\(name) waited \(length) for a connection that was free."
        case .retry: return "Tries of \(name) that failed, and the waits behind them, took \(length)."
        case .proxy where explanation.isOfCapture:
            return "Opening the proxy's tunnel kept \(name) \(length)."
        case .proxy: return "\(name) was \(length) with the proxy, or between it and the client."
        case .dns: return "Looking its host's name up kept \(name) \(length)."
        case .connect, .tls: return opening(cause, length)
        case .request: return "The request for \(name) was on its way for \(length)."
        case .server where explanation.isOfCapture:
            return
                "No answer came for \(length) after \(name) was asked for: the origin's time, or packets ahead of its own."
        case .server: return "The origin kept \(name) waiting for \(length)."
        case .decode: return "Decoding \(name) took \(length)."
        case .delivery: return "\(name) was there \(length) before its caller had it."
        case .unexplained where explanation.isOfCapture:
            return silence(.unexplained, time) ?? "Where \(length) of \(name) went no packet tells."
        case .unexplained: return "Where \(length) of \(name) went no log tells."
        case .emulation:
            return "The emulation itself was \(length) late for \(name): that is none of the line's."
        case .payload:
            return "The line carried \(whatCame) of \(name) for \(length)\(rate)."
        case .overhead:
            return "\(transfer.hadNoBody ? "The answer about" : "The headers around") \(name) "
                + "kept the line for \(length)."
        case .retransmit: return "The line carried a part of \(crossing) again, for \(length)."
        case .sharing: return "\(name) waited \(length) while the line carried \(others)."
        case .window:
            return
                "The line had nothing of \(name) to carry for \(length): its sender's congestion control let no more go."
        case .recovery:
            return RecoverySentence(explanation, time).text(silence: silence(.recovery, time) ?? "")
        case .outage:
            return
                "\(name) waited \(length) because the line was down\(OutageTimes(explanation.outages).text)."
        case .receiver: return ReceiverSentence(name, time, transfer.ledger?.flowControl).text
        case .propagation: return "The last byte of \(crossing) was on its way over the line for \(length)."
        }
    }

    /// What a silence of the connection tells of most of a cause's time; nil if there was none. Nothing tells a line that is
    /// down from a sender that waits for its timer, or, if nothing had to be sent again as far as seen, from a server that
    /// pauses.
    private func silence(_ cause: LedgerCause, _ time: Nanoseconds) -> String? {
        guard let silence = explanation.silence, silence.time > time / 2 else { return nil }
        let length = DurationFormat.text(silence.time)
        guard silence.isRepaired else {
            return cause == .recovery
                ? nil
                : "For \(length) of \(transfer.file) no packet came either way, and then it went on: "
                    + "the server paused, or the line was down."
        }
        return cause == .recovery
            ? ": for \(length) no packet came either way, as when the line is down or the sender's timer runs"
            : "For \(length) of \(transfer.file) no packet came either way, and then some were sent again: "
                + "the line was down, or the sender's timer ran."
    }

    /// Another transfer may have opened the connection.
    private func opening(_ cause: LedgerCause, _ length: String) -> String {
        let isOpening = cause == .connect
        guard let opener = explanation.opener else {
            let what = isOpening ? "Opening its connection" : "Agreeing on encryption"
            return "\(what) kept \(transfer.file) \(length)\(roundTrip)."
        }
        let what = isOpening ? "opened their connection" : "agreed on encryption for their connection"
        return "\(transfer.file) waited \(length) while \(opener.file) \(what)\(roundTrip)."
    }

    /// A transfer without a body has an answer alone.
    private var crossing: String {
        transfer.hadNoBody ? "the answer about \(transfer.file)" : transfer.file
    }

    /// Nobody counted the bytes of a transfer that broke off.
    private var whatCame: String {
        let bytes = transfer.clientLog?.exchange.sizeBytes ?? transfer.bodyBytes
        return transfer.error != nil && bytes == 0 ? "what came" : "the \(ByteFormat.text(bytes))"
    }

    private var roundTrip: String {
        let delay = explanation.link.up.oneWayDelay + explanation.link.down.oneWayDelay
        return delay > 0 ? "; a round trip of the line is \(DurationFormat.text(delay))" : ""
    }

    private var rate: String {
        explanation.link.down.rateBps.map { ", at \(RateFormat.text($0))" } ?? ""
    }

    /// The other transfers that the line carried meanwhile, the longest first.
    private var others: String {
        let named = explanation.others.map { other in
            guard let other = other.transfer else { return "packets of no transfer" }
            return other.named + (other.step == transfer.step ? "" : " of `\(other.step)`")
        }
        guard let first = named.first else { return "others" }
        if named.count == 1 { return first }
        let list = zip(named, explanation.others).map { "\($0) (\(DurationFormat.text($1.time)))" }
        let rest = (transfer.ledger?.waitedFor.count ?? 0) - named.count
        return rest > 0
            ? list.joined(separator: ", ") + " and \(rest) more" : list.joined(separator: " and ")
    }
}
