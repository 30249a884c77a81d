package import JSON
package import LinkModel

extension LineRate: JSONRepresentable {
    package var json: JSONValue {
        switch self {
        case .unlimited: Self.json("unlimited")
        case .constant: Self.json("constant")
        case .schedule(let schedule): Self.json("schedule", schedule: schedule)
        case .trace(let trace): Self.json("trace", trace: trace)
        }
    }

    private static func json(
        _ kind: String,
        schedule: RateSchedule? = nil,
        trace: OpportunityTrace? = nil
    ) -> JSONValue {
        let pieces = schedule?.pieces.map { piece -> JSONValue in
            ["rateBps": piece.rateBps.json, "forNs": piece.length.json]
        }
        return [
            "kind": kind.json, "schedule": pieces.json, "trace": (trace?.name).json,
            "loop": (schedule?.repeats ?? trace?.repeats).json,
        ]
    }
}
