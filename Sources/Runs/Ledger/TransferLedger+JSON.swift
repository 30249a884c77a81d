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

extension TransferLedger.Wait: JSONReadable {
    package var json: JSONValue {
        ["transfer": transfer.json, "ns": time.json]
    }

    package init?(json: JSONValue) {
        guard let time = json["ns"]?.time else { return nil }
        self.init(transfer: json["transfer"]?.int, time: time)
    }
}

extension TransferLedger.FlowControl: JSONReadable {
    package var json: JSONValue {
        [
            "streamNs": stream.json, "streamWindowBytes": streamWindow.json,
            "connectionNs": connection.json, "connectionWindowBytes": connectionWindow.json,
        ]
    }

    package init?(json: JSONValue) {
        guard let stream = json["streamNs"]?.time, let connection = json["connectionNs"]?.time else {
            return nil
        }
        self.init(
            stream: stream,
            streamWindow: json["streamWindowBytes"]?.int ?? 0,
            connection: connection,
            connectionWindow: json["connectionWindowBytes"]?.int ?? 0
        )
    }
}

extension TransferLedger.Loss: JSONReadable {
    package var json: JSONValue {
        [
            "transfer": transfer.json, "direction": .string(direction.rawValue),
            "kind": (kind?.rawValue).json, "packets": packets.json, "firstNs": first.json,
            "lastNs": last.json, "ns": time.json,
        ]
    }

    package init?(json: JSONValue) {
        guard let direction = json["direction"]?.text.flatMap(LinkDirection.init(rawValue:)),
            let first = json["firstNs"]?.instant, let last = json["lastNs"]?.instant,
            let time = json["ns"]?.time
        else { return nil }
        self.init(
            transfer: json["transfer"]?.int,
            direction: direction,
            kind: json["kind"]?.text.flatMap(LossKind.init(rawValue:)),
            packets: json["packets"]?.int ?? 0,
            first: first,
            last: last,
            time: time
        )
    }
}
