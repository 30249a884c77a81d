package import JSON
import LinkModel

extension TransferLedger: JSONRepresentable {
    /// A row for each cause in nanoseconds; unknown rows are null. `estimated` is added only if it is true,
    /// since it is not a row.
    package var json: JSONValue {
        let rows = LedgerCause.allCases.map { JSONValue.Member(key: $0.rawValue, value: self[$0].json) }
        return .object(isEstimated ? rows + [.init(key: "estimated", value: true.json)] : rows)
    }

    /// Takes the rows that are present; nil if there are none.
    package init?(
        json: JSONValue,
        waitedFor: [Wait] = [],
        flowControl: FlowControl? = nil,
        losses: [Loss] = []
    ) {
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
            isEstimated: json["estimated"] == .bool(true),
            waitedFor: waitedFor,
            flowControl: flowControl,
            losses: losses
        )
    }
}

extension TransferLedger.Wait: JSONRepresentable {
    package var json: JSONValue {
        ["transfer": transfer.json, "ns": time.json]
    }
}

extension TransferLedger.FlowControl: JSONRepresentable {
    package var json: JSONValue {
        [
            "streamNs": stream.json, "streamWindowBytes": streamWindow.json,
            "connectionNs": connection.json, "connectionWindowBytes": connectionWindow.json,
        ]
    }
}

extension TransferLedger.Loss: JSONRepresentable {
    package var json: JSONValue {
        [
            "transfer": transfer.json, "direction": .string(direction.rawValue),
            "kind": (kind?.rawValue).json, "packets": packets.json, "firstNs": first.json,
            "lastNs": last.json, "ns": time.json,
        ]
    }
}
