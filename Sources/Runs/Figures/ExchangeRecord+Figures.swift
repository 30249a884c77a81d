package import JSON
package import Logs
import Scenarios
import Wire

extension ExchangeRecord: Tabulated {
    package static let figures: [ResultFigure<ExchangeRecord>] = [
        .member("clientPort", \.localPort),
        .member("order", \.order),
        .member("httpStream", \.stream),
        .member("tls", \.encryption),
        .member("newConnection", \.isNewConnection),
        .member("status", \.status),
        .member("httpVersion", \.httpVersion),
        .member("requestBytes", \.requestBytes),
        .member("headerBytes", \.headerBytes),
        .member("bodyBytes", \.bodyBytes),
        .stored(.time, "connectStart", \.connectStart),
        .stored(.time, "connectEnd", \.connectEnd),
        .stored(.time, "requestFirstByte", \.requestFirstByte),
        .stored(.time, "responseFirstByte", \.responseFirstByte),
        .stored(.time, "responseLastByte", \.responseLastByte),
        .member("progress", \.progress),
    ]

    package init?(json: JSONValue) {
        self.init(
            localPort: 0,
            order: 0,
            isNewConnection: false,
            status: 0,
            httpVersion: "",
            requestBytes: 0,
            headerBytes: 0,
            bodyBytes: 0,
            requestFirstByte: .zero,
            responseFirstByte: .zero,
            responseLastByte: .zero
        )
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}

/// A pair: nanoseconds from the run's start, and bytes.
extension ExchangeRecord.Progress: JSONReadable {
    package var json: JSONValue { [at.json, bytes.json] }

    package init?(json: JSONValue) {
        guard let at = json.elements.first?.instant, let bytes = json.elements.last?.int else { return nil }
        self.init(at: at, bytes: bytes)
    }
}
