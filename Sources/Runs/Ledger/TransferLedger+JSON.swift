package import JSON
import LinkModel
import Scenarios
import Wire

extension TransferLedger: JSONReadable {
    package static let figures: [ResultFigure<TransferLedger>] = LedgerCause.allCases.map { cause in
        .derived(.time, cause.rawValue, \.[cause])
    }

    /// A row for each cause in nanoseconds; unknown rows are null. `estimated` is added only if it is true,
    /// since it is not a row.
    package var json: JSONValue {
        let rows = LedgerCause.allCases.map { JSONValue.Member(key: $0.rawValue, value: self[$0].json) }
        return .object(isEstimated ? rows + [.init(key: "estimated", value: true.json)] : rows)
    }

    /// Takes the rows that are present; nil if there are none.
    package init?(json: JSONValue) {
        var rows: [LedgerCause: Int64] = [:]
        for cause in LedgerCause.allCases {
            if let time = json[cause.rawValue]?.time, time >= 0 { rows[cause] = time }
        }
        guard !rows.isEmpty else { return nil }
        // Older results had no proxy, and no row for outages.
        rows[.proxy] = rows[.proxy] ?? 0
        rows[.outage] = rows[.outage] ?? 0
        self.init(
            rows,
            unknown: Set(LedgerCause.allCases.filter { rows[$0] == nil }),
            isEstimated: json["estimated"] == .bool(true)
        )
    }
}

extension TransferLedger.Wait: Tabulated {
    package static let figures: [ResultFigure<Self>] = [
        .member("transfer", \.transfer),
        .stored(.time, "time", key: "ns", \.time),
    ]

    package init?(json: JSONValue) {
        self.init(transfer: nil, time: 0)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}

extension TransferLedger.FlowControl: Tabulated {
    package static let figures: [ResultFigure<Self>] = [
        .stored(.time, "stream", \.stream),
        .stored(.bytes, "streamWindowBytes", \.streamWindow),
        .stored(.time, "connection", \.connection),
        .stored(.bytes, "connectionWindowBytes", \.connectionWindow),
    ]

    package init?(json: JSONValue) {
        self.init(stream: 0, streamWindow: 0, connection: 0, connectionWindow: 0)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}

extension TransferLedger.Loss: Tabulated {
    package static let figures: [ResultFigure<Self>] = [
        .member("transfer", \.transfer),
        .member("direction", \.direction),
        .member("kind", \.kind),
        .member("packets", \.packets),
        .stored(.time, "first", \.first),
        .stored(.time, "last", \.last),
        .stored(.time, "time", key: "ns", \.time),
    ]

    package init?(json: JSONValue) {
        let start = Instant.zero
        self.init(transfer: nil, direction: .up, kind: nil, packets: 0, first: start, last: start, time: 0)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}

extension LinkDirection: JSONReadable {}
extension LossKind: JSONReadable {}
