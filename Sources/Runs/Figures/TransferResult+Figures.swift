package import JSON
import Logs
import Scenarios
import Wire

extension TransferResult: JSONReadable {
    /// In the order of `result.json`.
    package static let figures: [ResultFigure<TransferResult>] = [
        .stored(.number, "id", \.id),
        .stored(.word, "step", \.step),
        .stored(.word, "file", \.file),
        .stored(.word, "url", \.url),
        .stored(.word, "source", \.source),
        .stored(.number, "status", \.status),
        .stored(.number, "wireStatus", \.wireStatus),
        .stored(.word, "httpVersion", \.httpVersion),
        .stored(.number, "httpStream", \.httpStream),
        .stored(.word, "tls", \.encryption),
        .stored(.word, "error", \.error),
        .stored(.number, "sharedWith", \.sharedWith),
        .stored(.word, "tier", \.tier),
        .stored(.number, "connection", \.connection),
        .stored(.word, "newConnection", \.newConnection),
        .stored(.time, "start", \.start),
        .stored(.time, "duration", \.duration),
        .stored(.time, "outside", \.outside),
        .stored(.time, "firstToLastChunk", \.firstToLastChunk),
        .stored(.bytes, "bodyBytes", \.bodyBytes),
        .stored(.bytes, "headerBytes", \.headerBytes),
        .stored(.bytes, "requestBytes", \.requestBytes),
        .stored(.bytes, "wireDownBytes", \.wireDownBytes),
        .stored(.bytes, "wireUpBytes", \.wireUpBytes),
        .stored(.bytes, "retransmittedBytes", \.retransmittedBytes),
        .stored(.word, "phases", \.phases),
        .stored(.time, "setUp", \.setUp),
        .stored(.word, "clientLog", \.clientLog),
        .stored(.word, "capture", \.capture),
        .stored(.word, "proxy", \.proxy),
        .stored(.word, "theory", \.theory),
        .stored(.word, "ledger", \.ledger),
        .stored(.word, "waitedFor", \.waitedFor),
        .stored(.word, "flowControl", \.flowControl),
        .stored(.word, "losses", \.losses),
        .stored(.number, "clientPort", \.clientPort),
        .stored(.word, "redirects", \.redirects),
    ]

    /// Every key is written; unknown values are null.
    package var json: JSONValue { .object(Self.figures.members(of: self)) }

    /// nil without its identity, start or duration.
    package init?(json: JSONValue) {
        guard let id = json["id"]?.int, let step = json["step"]?.text, let file = json["file"]?.text,
            let start = json["startNs"]?.instant, let duration = json["durationNs"]?.time, duration >= 0
        else { return nil }
        self.init(
            id: id,
            step: step,
            file: file,
            url: "",
            source: .none,
            start: start,
            duration: duration,
            bodyBytes: 0
        )
        Self.figures.read(json, into: &self)
    }

    // The members of a ledger are causes: their parts stand beside it.

    private var waitedFor: [TransferLedger.Wait]? {
        get { ledger?.waitedFor }
        set { ledger?.waitedFor = newValue ?? [] }
    }

    private var flowControl: TransferLedger.FlowControl? {
        get { ledger?.flowControl }
        set { ledger?.flowControl = newValue }
    }

    private var losses: [TransferLedger.Loss]? {
        get { ledger?.losses }
        set { ledger?.losses = newValue ?? [] }
    }
}
