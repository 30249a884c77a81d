package import JSON

extension TransferLedger: JSONRepresentable {
    /// A row for each cause, in nanoseconds, null where it is not known; and a mark where they are estimates, which is no row
    /// and so stands only there.
    package var json: JSONValue {
        let rows = LedgerCause.allCases.map { JSONValue.Member(key: $0.rawValue, value: self[$0].json) }
        return .object(isEstimated ? rows + [.init(key: "estimated", value: true.json)] : rows)
    }

    /// Takes the rows that are there; nil where none is.
    package init?(json: JSONValue, waitedFor: [Wait] = []) {
        var rows: [LedgerCause: Int64] = [:]
        for cause in LedgerCause.allCases {
            if let time = json[cause.rawValue]?.time, time >= 0 { rows[cause] = time }
        }
        guard !rows.isEmpty else { return nil }
        self.init(
            rows,
            unknown: Set(LedgerCause.allCases.filter { rows[$0] == nil }),
            isEstimated: json["estimated"] == .bool(true),
            waitedFor: waitedFor
        )
    }
}

extension TransferLedger.Wait: JSONRepresentable {
    package var json: JSONValue {
        ["transfer": transfer.json, "ns": time.json]
    }
}
