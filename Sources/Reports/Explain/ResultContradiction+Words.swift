import Analysis
import Figures
import LinkModel
import Logs
import Runs

extension ResultContradiction {
    /// Transfers of a connection that are named.
    private static let mostNamed = 3

    /// Without a full stop.
    var words: String {
        let (told, found) = figures
        return "\(subject) \(told) by result.json, \(found) by \(witness): one of them was edited"
    }

    /// Goes on with a figure.
    private var subject: String {
        switch self {
        case .rate(let direction, _, _): "the line \(direction.rawValue) carries"
        case .delay(let direction, _, _): "the line \(direction.rawValue) delays by"
        case .utilisation(let step, _, _): "in step \(step) the line was sending for"
        case .wireBytes(let transfers, let direction, _, _):
            "the connection of \(Self.names(transfers)) carried \(direction.rawValue)"
        case .bodyBytes(let transfer, _, _): "\(transfer.words) had a body of"
        case .headerBytes(let transfer, _, _): "\(transfer.words) had a head of"
        case .status(let transfer, _, _): "\(transfer.words) was answered with"
        case .source(let transfer, _, _): "\(transfer.words) came from"
        case .ledger(let transfer, let cause, _, _): "of the time of \(transfer.words), \(cause.rawValue) had"
        }
    }

    private var figures: (told: String, found: String) {
        switch self {
        case .rate(_, let told, let found): (RateFormat.text(told), RateFormat.text(found))
        case .delay(_, let told, let found), .ledger(_, _, let told, let found):
            (DurationFormat.text(told), DurationFormat.text(found))
        case .utilisation(_, let told, let found): (FixedPoint.percent(told), FixedPoint.percent(found))
        case .wireBytes(_, _, let told, let found), .bodyBytes(_, let told, let found),
            .headerBytes(_, let told, let found):
            ("\(told) B", "\(found) B")
        case .status(_, let told, let found): ("\(told)", "\(found)")
        case .source(_, let told, let found): (told.rawValue, found.rawValue)
        }
    }

    private var witness: String {
        switch self {
        case .rate, .delay: Artifact.resolvedScenario.fileName
        case .utilisation, .wireBytes: Artifact.linkLog.fileName
        case .bodyBytes, .headerBytes, .status: Artifact.originLog.fileName
        case .source: Artifact.timingLog.fileName
        case .ledger: "the logs"
        }
    }

    private static func names(_ transfers: [TransferName]) -> String {
        transfers.prefix(mostNamed).map(\.words).joined(separator: ", ")
            + (transfers.count > mostNamed ? " and others" : "")
    }
}
