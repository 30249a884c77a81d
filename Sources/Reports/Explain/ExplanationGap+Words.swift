package import Analysis
import Figures
import JSON
import Runs

extension ExplanationGap {
    /// Longest value that is quoted.
    private static let mostQuoted = 40

    /// Without a full stop.
    package var words: String {
        switch self {
        case .damagedResult(let why):
            "\(RunResult.fileName) is damaged (\(why)), and the record and the logs cannot be compared with it"
        case .foreignResult:
            "\(RunResult.fileName) belongs to another run, so the record and the logs are explained"
        case .editedResult(let first, let places): Self.edited(first, places)
        case .cutResponses(let count):
            "the capture does not have all bytes of \(CountFormat.text(count, "response"))"
        case .partialExchanges(let count):
            "the capture has only a part of \(CountFormat.text(count, "exchange"))"
        case .oneDirection(let connections):
            "the capture has only one direction of \(CountFormat.text(connections, "connection")): what was "
                + "\(connections == 1 ? "sent on it" : "sent on them") is known in part"
        case .serversHalves(let count):
            "\(CountFormat.text(count, "exchange")) of a proxy with a server "
                + "\(count == 1 ? "is part of an exchange" : "are parts of exchanges") with its clients, and not listed twice"
        case .encryptedExchanges(let count):
            "\(CountFormat.text(count, "exchange is", "exchanges are")) encrypted, "
                + "and \(count == 1 ? "its" : "their") keys are missing "
                + "(most programs write them with SSLKEYLOGFILE=FILE, and --keylog FILE reads them)"
        }
    }

    private static func edited(_ first: JSONDifference, _ places: Int) -> String {
        let others =
            places > 1
            ? "; \(CountFormat.text(places - 1, "other value differs", "other values differ"))" : ""
        return
            "\(RunResult.fileName) has \(quoted(first.one)) at \(first.path), and the record and the logs give "
            + "\(quoted(first.other))\(others): one of these files was edited, so the record and the logs are explained"
    }

    private static func quoted(_ value: JSONValue) -> String {
        if case .array(let elements) = value { return CountFormat.text(elements.count, "element") }
        let text = value.line
        return text.count > mostQuoted ? "\(text.prefix(mostQuoted))…" : text
    }
}
