package import JSON

/// What all cells of a sweep's folder have in common: `sweep.json`.
package struct SweepHeader: Hashable, Sendable {
    package static let schema = "netlab.sweep/1"

    package var name: String
    package var conditions: CellConditions
    /// Cells of the plan.
    package var cells: Int

    package init(name: String, conditions: CellConditions, cells: Int) {
        self.name = name
        self.conditions = conditions
        self.cells = cells
    }

    package var json: JSONValue {
        .object(
            [.init(key: "schema", value: Self.schema.json), .init(key: "name", value: name.json)]
                + conditions.members + [.init(key: "cells", value: cells.json)]
        )
    }

    package init?(json: JSONValue) {
        guard json["schema"]?.text == Self.schema, let name = json["name"]?.text,
            let cells = json["cells"]?.int,
            let conditions = CellConditions(json: json)
        else { return nil }
        self.init(name: name, conditions: conditions, cells: cells)
    }
}
