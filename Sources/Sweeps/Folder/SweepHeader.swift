package import JSON
package import Scenarios

/// What all cells of a sweep's folder have in common: `sweep.json`.
package struct SweepHeader: Hashable, Sendable {
    package static let schema = "netlab.sweep/1"

    package var name: String
    package var conditions: CellConditions
    /// Cells of the plan.
    package var cells: Int
    /// When a combination has enough cells; nil if all are wanted.
    package var until: StopRule?

    package init(name: String, conditions: CellConditions, cells: Int, until: StopRule? = nil) {
        self.name = name
        self.conditions = conditions
        self.cells = cells
        self.until = until
    }

    package var json: JSONValue {
        .object(
            [.init(key: "schema", value: Self.schema.json), .init(key: "name", value: name.json)]
                + conditions.members
                + [.init(key: "cells", value: cells.json), .init(key: "until", value: untilJSON)]
        )
    }

    package init?(json: JSONValue) {
        guard json["schema"]?.text == Self.schema, let name = json["name"]?.text,
            let cells = json["cells"]?.int,
            let conditions = CellConditions(json: json)
        else { return nil }
        self.init(name: name, conditions: conditions, cells: cells, until: StopRule(json: json["until"]))
    }

    private var untilJSON: JSONValue {
        guard let until else { return nil }
        return [
            "known": until.share.json, "least": until.repetitions.lowerBound.json,
            "most": until.repetitions.upperBound.json,
        ]
    }
}

extension StopRule {
    fileprivate init?(json: JSONValue?) {
        guard let share = json?["known"]?.number, let least = json?["least"]?.int,
            let most = json?["most"]?.int, least <= most
        else { return nil }
        self.init(share: share, repetitions: least...most)
    }
}
