package import JSON
import Logs
import Scenarios
import Wire

extension TransferRecord: Tabulated {
    /// What a proxy did with it is in the proxy's log.
    package static let figures: [ResultFigure<TransferRecord>] = [
        .member("id", \.id),
        .member("step", \.step),
        .member("file", \.file),
        .member("url", \.url),
        .member("source", \.source),
        .member("tier", \.tier),
        .member("status", \.status),
        .member("error", \.error),
        .stored(.time, "start", \.start),
        .stored(.time, "end", \.end),
        .member("bodyBytes", \.bodyBytes),
        .member("phases", \.phases),
        .member("exchange", \.exchange),
        .member("sharedWith", \.sharedWith),
        .stored(.time, "outside", \.outside),
        .member("redirects", \.redirects),
    ]

    package init?(json: JSONValue) {
        self.init(
            id: 0,
            step: "",
            file: "",
            url: "",
            source: .none,
            start: .zero,
            end: .zero,
            bodyBytes: 0
        )
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}
