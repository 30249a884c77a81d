package import JSON
import Logs
import Scenarios
import Wire

extension TransferResult: JSONReadable {
    /// In the order of documents.
    package static let figures: [ResultFigure<TransferResult>] = [
        .member("id", \.id),
        .member("step", \.step),
        .member("file", \.file, .csv),
        .member("url", \.url, .csv),
        .stored(.word, "source", \.source, .csv, words: ImageSource.allCases.map(\.rawValue)),
        .stored(.number, "status", \.status, .csv, words: ["none"]),
        .stored(.number, "wireStatus", \.wireStatus, .csv, words: ["none"]),
        .stored(.word, "httpVersion", \.httpVersion, .csv, words: httpVersions),
        .member("httpStream", \.httpStream),
        .member("tls", \.encryption),
        .member("error", \.error, .csv),
        .member("sharedWith", \.sharedWith),
        .stored(.word, "tier", \.tier, words: CacheTier.allCases.map(\.rawValue) + ["none"]),
        .stored(.number, "connection", \.connection, .everywhere, words: ["none"]),
        .stored(.word, "newConnection", \.newConnection, .everywhere, words: ["true", "false"]),
        .stored(.time, "start", \.start, .everywhere),
        .stored(.time, "duration", \.duration, .everywhere, compared: "duration"),
        .derived(.time, "firstByte", \.clientLog?.exchange.wait, .aside, compared: "request to first byte"),
        .derived(.time, "receive", \.clientLog?.exchange.receive, .aside, compared: "first to last byte"),
        .stored(.time, "outside", \.outside),
        .stored(.time, "firstToLastChunk", \.firstToLastChunk),
        .stored(.bytes, "bodyBytes", \.bodyBytes, [.csv, .rows]),
        .stored(.bytes, "headerBytes", \.headerBytes, .csv),
        .stored(.bytes, "requestBytes", \.requestBytes, .csv),
        .stored(.bytes, "wireDownBytes", \.wireDownBytes, .everywhere),
        .stored(.bytes, "wireUpBytes", \.wireUpBytes, .everywhere),
        .derived(.bytes, "wireBytes", \.wireBytes, .aside, compared: "bytes on the wire"),
        .stored(
            .bytes,
            "retransmittedBytes",
            \.retransmittedBytes,
            [.everywhere, .ofPackets],
            compared: "bytes sent again"
        ),
        .derived(.time, "measured", \.measured, [.rows, .elsewhere, .untested]),
        .member("phases", \.phases),
        .stored(.time, "setUp", \.setUp),
        .member("clientLog", \.clientLog),
        .member("capture", \.capture),
        .member("proxy", \.proxy),
        .member("theory", \.theory, .archive),
        .member("ledger", \.ledger, .archive),
        .member("waitedFor", \.waitedFor),
        .member("flowControl", \.flowControl),
        .member("losses", \.losses),
        .member("clientPort", \.clientPort),
        .member("redirects", \.redirects),
        .derived(.word, "error", \.errorWord),
        .derived(.ratio, "efficiency", \.efficiency, [.elsewhere, .ofTimes]),
    ]

    static let figuresOfParts: [ResultFigure<TransferResult>] = {
        let witnessed = ExchangeWitness.figures
        // The capture has the proxy's speed.
        let proxied = witnessed.filter { $0.name != "speed" }
        var figures: [ResultFigure<TransferResult>] = witnessed.map {
            $0.within("clientLog") { $0.clientLog?.exchange }
        }
        figures += witnessed.map { $0.within("capture", .ofPackets) { $0.capture?.exchange } }
        figures += proxied.map { $0.within("proxy") { $0.proxy?.exchange } }
        figures += ProxyWitness.figures.map { $0.within("proxy") { $0.proxy } }
        figures += TransferTheory.figures.map { $0.within("theory") { $0.theory } }
        figures += TransferPhases.figures.map { $0.within("phases") { $0.phases } }
        figures += ProxyWitness.phaseFigures.map { $0.within("proxy.phases") { $0.proxy?.phases } }
        figures += TransferLedger.figures.map { $0.within("ledger") { $0.ledger } }
        return figures
    }()

    private static let httpVersions = ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "none"]

    private static let written = figures.filter { !$0.traits.contains(.elsewhere) }

    /// Every key is written; unknown values are null.
    package var json: JSONValue { .object(Self.written.members(of: self)) }

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
        Self.written.read(json, into: &self)
    }

    /// An error is a word and a sentence, `timeout: no answer within 15 s`; this is the word, or `none`.
    private var errorWord: String { error.map { String($0.prefix { $0 != ":" }) } ?? "none" }

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
