package import Analysis
import Figures
import LinkModel
import Runs
import Wire

extension RecoveryFault {
    /// Without a full stop.
    package var words: String {
        switch self {
        case .folder(let fault): fault.words
        case .result(let fault): fault.words
        case .contradiction(let contradiction): contradiction.words
        case .transfersOfLog(let hasResult):
            (hasResult ? "" : "without result.json ") + "the transfers are those of the timing log"
        case .proxyUntold: "the timing log does not tell the proxy's part of the time apart"
        case .times(let transfer, let told, let found): Self.times(transfer, told: told, found: found)
        case .bodies(let transfer, let received, let onWire):
            "\(transfer.words) brought \(received) B and \(onWire) B over the wire, both by result.json: it was edited"
        case .stepTimes(let step):
            "the times of step \(step) are not those of its transfers: result.json was edited, and the transfers count"
        case .stepCounts(let step):
            "the requests, hits or overlap of step \(step) are not those of its transfers: result.json was edited, and the transfers count"
        case .stepAbsent(let step):
            "result.json does not tell of step \(step): it is put together from its transfers"
        case .lineRate(let direction, let rate):
            Self.line("did not go \(direction.rawValue) at \(RateFormat.text(rate))")
        case .lineDelay(let direction, let delay):
            Self.line("were not \(DurationFormat.text(delay)) on their way \(direction.rawValue)")
        case .backwards(let entries):
            "\(CountFormat.text(entries, "entry of link.jsonl has", "entries of link.jsonl have")) times that run backwards, "
                + "and \(entries == 1 ? "is" : "are") left out"
        case .torn(let transfers):
            "link.jsonl does not have all packets of \(CountFormat.text(transfers, "transfer")): "
                + "\(transfers == 1 ? "its" : "their") rows are estimated"
        case .ledgers(let transfers, let isLogged):
            "result.json has no ledger of \(transfers.map { "\($0) of " } ?? "")its transfers: "
                + (isLogged ? "it was worked out again from the logs" : "it is estimated")
        case .rows(let transfer, let sum, let duration):
            "the rows of \(transfer.words) add up to \(DurationFormat.text(sum)), not to its "
                + "\(DurationFormat.text(duration)): result.json was edited"
        case .cutResponses(let count):
            "of \(CountFormat.text(count, "response")) the capture does not have all bytes"
        case .partialExchanges(let count):
            "of \(CountFormat.text(count, "exchange")) the capture has a part only"
        case .oneDirection(let connections):
            "of \(CountFormat.text(connections, "connection")) the capture has one direction only: what was "
                + "\(connections == 1 ? "said on it" : "said on them") is known in part"
        case .serversHalves(let count):
            "\(CountFormat.text(count, "exchange")) of a proxy with a server "
                + "\(count == 1 ? "is part of one" : "are parts of those") with its clients, and not told twice"
        case .encryptedExchanges(let count):
            "\(CountFormat.text(count, "exchange is", "exchanges are")) encrypted, "
                + "and \(count == 1 ? "its" : "their") keys are not there "
                + "(most programs write them with SSLKEYLOGFILE=FILE, and --keylog FILE reads them)"
        }
    }

    private static func times(_ transfer: TransferName, told: Span, found: Span) -> String {
        func words(_ span: Span) -> String {
            "\(DurationFormat.text(span.length)) from \(DurationFormat.text(span.start - .zero)) on"
        }
        return "\(transfer.words) took \(words(told)) by result.json, \(words(found)) by timing.jsonl: "
            + "one of them was edited"
    }

    private static func line(_ what: String) -> String {
        "the packets of \(Artifact.linkLog.fileName) \(what), "
            + "as \(Artifact.resolvedScenario.fileName) has it: one of them was edited"
    }
}

extension [RecoveryFault] {
    /// All in one sentence, without a full stop.
    package var words: String { map(\.words).joined(separator: "; ") }
}
