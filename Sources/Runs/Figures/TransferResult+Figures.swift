package import JSON
import Logs
import Scenarios
import Wire

extension TransferResult: JSONReadable {
    /// In the order of documents.
    package static let figures: [ResultFigure<TransferResult>] = [
        .stored(.number, "id", \.id),
        .stored(.word, "step", \.step),
        .stored(.word, "file", \.file, .csv),
        .stored(.word, "url", \.url, .csv),
        .stored(.word, "source", \.source, .csv),
        .stored(.number, "status", \.status, .csv),
        .stored(.number, "wireStatus", \.wireStatus, .csv),
        .stored(.word, "httpVersion", \.httpVersion, .csv),
        .stored(.number, "httpStream", \.httpStream),
        .stored(.word, "tls", \.encryption),
        .stored(.word, "error", \.error, .csv),
        .stored(.number, "sharedWith", \.sharedWith),
        .stored(.word, "tier", \.tier),
        .stored(.number, "connection", \.connection, .everywhere),
        .stored(.word, "newConnection", \.newConnection, .everywhere),
        .stored(.time, "start", \.start, .everywhere),
        .stored(.time, "duration", \.duration, .everywhere, compared: "duration"),
        .derived(.time, "firstByte", \.clientLog?.exchange.untilFirstByte, compared: "request to first byte"),
        .derived(.time, "receive", \.clientLog?.exchange.receive, compared: "first to last byte"),
        .stored(.time, "outside", \.outside),
        .stored(.time, "firstToLastChunk", \.firstToLastChunk),
        .stored(.bytes, "bodyBytes", \.bodyBytes, [.csv, .rows]),
        .stored(.bytes, "headerBytes", \.headerBytes, .csv),
        .stored(.bytes, "requestBytes", \.requestBytes, .csv),
        .stored(.bytes, "wireDownBytes", \.wireDownBytes, .everywhere),
        .stored(.bytes, "wireUpBytes", \.wireUpBytes, .everywhere),
        .derived(.bytes, "wireBytes", \.wireBytes, compared: "bytes on the wire"),
        .stored(
            .bytes,
            "retransmittedBytes",
            \.retransmittedBytes,
            .everywhere,
            compared: "bytes sent again"
        ),
        .derived(.time, "measured", \.measured, [.rows, .elsewhere]),
        .stored(.word, "phases", \.phases),
        .stored(.time, "setUp", \.setUp),
        .stored(.word, "clientLog", \.clientLog),
        .stored(.word, "capture", \.capture),
        .stored(.word, "proxy", \.proxy),
        .stored(.word, "theory", \.theory, .archive),
        .stored(.word, "ledger", \.ledger, .archive),
        .stored(.word, "waitedFor", \.waitedFor),
        .stored(.word, "flowControl", \.flowControl),
        .stored(.word, "losses", \.losses),
        .stored(.number, "clientPort", \.clientPort),
        .stored(.word, "redirects", \.redirects),
    ]

    private static let members = figures.filter { !$0.traits.contains(.elsewhere) }

    /// Every key is written; unknown values are null.
    package var json: JSONValue { .object(Self.members.members(of: self)) }

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
