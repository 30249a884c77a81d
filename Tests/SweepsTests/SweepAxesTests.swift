import Scenarios
import Sweeps
import Testing

@Suite struct SweepAxesTests {
    private static func cell(_ scenario: String, _ settings: [(String, String)]) throws -> PlannedCell {
        let identity = try #require(CellIdentity(String(repeating: "a", count: CellIdentity.digits)))
        return PlannedCell(
            identity: identity,
            scenario: scenario,
            settings: settings.map { ScenarioSetting(key: $0, value: $1) },
            seed: 1
        )
    }

    @Test func `differing keys become axes in the plan's order, except seeds`() throws {
        let cells = [
            try Self.cell("s", [("b", "2"), ("a", "x"), ("seed", "1")]),
            try Self.cell("s", [("b", "1"), ("a", "x"), ("seed", "2")]),
            try Self.cell("t", [("b", "1"), ("c", "y"), ("seed", "2")]),
            try Self.cell("t", [("b", "2"), ("c", "z"), ("seed", "2")]),
        ]
        let axes = SweepAxes(of: cells)
        #expect(axes.all.map(\.key) == ["scenario", "b", "c"])
        #expect(axes.all.map(\.values) == [["s", "t"], ["2", "1"], ["y", "z"]])
        #expect(cells.map(axes.places) == [[0, 0, nil], [0, 1, nil], [1, 1, 0], [1, 0, 1]])
    }
}
