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
        case .cache: return "Looking up and storing \(name) in the caches took \(length)."
        case .blocked where explanation.isOfCapture:
            return
                "The client of \(name) waited \(length) before it opened the connection, or before it sent the request."
        case .blocked: return "\(name) waited \(length) for a free connection."
        case .retry: return "Failed attempts of \(name), and the waits after them, took \(length)."
        case .proxy where explanation.isOfCapture:
            return "\(name) waited \(length) for the proxy's tunnel to open."
        case .proxy: return "\(name) spent \(length) in the proxy, or between the proxy and the client."
        case .dns: return "Looking up its host name took \(name) \(length)."
        case .fallback where explanation.isOfCapture:
            return
                "\(name) waited \(length) because its client tried another address first, which did not answer."
        case .fallback: return fallback(length)
        case .connect, .tls: return opening(cause, length)
        case .request: return "The request for \(name) was in transit for \(length)."
        case .server where explanation.isOfCapture:
            return
                "The request for \(name) got no answer for \(length): the origin took its time, or packets were ahead of the answer."
        case .server: return "\(name) waited \(length) for the origin."
        case .decode: return "Decoding \(name) took \(length)."
        case .delivery: return "\(name) was complete \(length) before its caller received it."
        case .unexplained where explanation.isOfCapture:
            return silence(.unexplained, time) ?? "The packets do not show where \(length) of \(name) went."
        case .unexplained: return "The logs do not show where \(length) of \(name) went."
        case .emulation:
            return "The emulation itself ran \(length) late for \(name). The line did not cause this."
        case .payload:
            return "The line carried \(receivedText) of \(name) for \(length)\(rate)."
        case .overhead:
            return "The line carried \(transfer.hadNoBody ? "the response for" : "the headers of") \(name) "
                + "for \(length)."
        case .retransmit: return "The line carried retransmissions of \(crossing) for \(length)."
        case .sharing: return "\(name) waited \(length) while the line carried \(others)."
        case .window:
            return
                "The line carried nothing of \(name) for \(length): the sender's congestion control held the data back."
        case .recovery:
            return RecoverySentence(explanation, time).text(silence: silence(.recovery, time) ?? "")
        case .outage:
            return
                "\(name) waited \(length) because the line was down\(OutageTimes(explanation.outages).text)."
        case .receiver: return ReceiverSentence(name, time, transfer.ledger?.flowControl).text
        case .propagation: return "The last byte of \(crossing) was in transit on the line for \(length)."
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
                : "No packet of \(transfer.file) came either way for \(length), and then it continued: "
                    + "the server paused, or the line was down."
        }
        return cause == .recovery
            ? ": no packet came either way for \(length), as when the line is down or the sender waits for its timeout"
            : "No packet of \(transfer.file) came either way for \(length), and then some were retransmitted: "
                + "the line was down, or the sender waited for its timeout."
    }

    /// Another transfer may have opened the connection.
    private func opening(_ cause: LedgerCause, _ length: String) -> String {
        let isOpening = cause == .connect
        guard let opener = explanation.opener else {
            let what = isOpening ? "its connection to open" : "its TLS handshake"
            return "\(transfer.file) waited \(length) for \(what)\(roundTrip)."
        }
        let what = isOpening ? "opened their connection" : "did the TLS handshake of their connection"
        return "\(transfer.file) waited \(length) while \(opener.file) \(what)\(roundTrip)."
    }

    private func fallback(_ length: String) -> String {
        let reason =
            switch explanation.link.ip6Fault {
            case .noRoute: "for which this line has no route"
            case .blackHole: "whose packets this line loses"
            case nil: "which did not answer"
            }
        let whose = explanation.opener.map { "the client of \($0.file)" } ?? "its client"
        return "\(transfer.file) waited \(length) because \(whose) tried IPv6 first, \(reason)."
    }

    /// A transfer without a body has an answer alone.
    private var crossing: String {
        transfer.hadNoBody ? "the response for \(transfer.file)" : transfer.file
    }

    /// Nobody counted the bytes of a transfer that broke off.
    private var receivedText: String {
        let bytes = transfer.clientLog?.exchange.sizeBytes ?? transfer.bodyBytes
        return transfer.error != nil && bytes == 0 ? "what arrived" : "the \(ByteFormat.text(bytes))"
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
            guard let other = other.transfer else { return "packets that belong to no transfer" }
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
