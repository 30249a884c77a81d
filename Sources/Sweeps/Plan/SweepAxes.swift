package import Scenarios

/// The keys in which a plan's cells differ, with their values in the order of the plan.
package struct SweepAxes {
    /// Seeds are repetitions, not an axis.
    package private(set) var all: [SweepAxis] = []
    private var places: [String: [String: Int]] = [:]

    /// `predictions` are of the same sweep, which may have planned only some of its cells.
    package init(of cells: [PlannedCell], and predictions: [CellPrediction] = []) {
        var order: [String] = []
        var values: [String: [String]] = [:]
        // Predictions are in the order of the design, the cells of such a plan are not.
        let all = predictions.map(Self.settings) + cells.map(Self.settings)
        for setting in all.joined() {
            if places[setting.key] == nil { order.append(setting.key) }
            guard places[setting.key]?[setting.value] == nil else { continue }
            places[setting.key, default: [:]][setting.value] = values[setting.key, default: []].count
            values[setting.key, default: []].append(setting.value)
        }
        self.all = order.compactMap { key in
            let values = values[key] ?? []
            return values.count > 1 ? SweepAxis(key: key, values: values) : nil
        }
    }

    /// The cell's place on each axis; nil where it has no value.
    package func places(of cell: PlannedCell) -> [Int?] { places(of: Self.settings(of: cell)) }

    package func places(of prediction: CellPrediction) -> [Int?] { places(of: Self.settings(of: prediction)) }

    private func places(of settings: [ScenarioSetting]) -> [Int?] {
        all.map { axis in
            settings.first { $0.key == axis.key }.flatMap { places[axis.key]?[$0.value] }
        }
    }

    private static func settings(of cell: PlannedCell) -> [ScenarioSetting] {
        settings(cell.scenario, cell.settings)
    }

    private static func settings(of prediction: CellPrediction) -> [ScenarioSetting] {
        settings(prediction.scenario, prediction.settings)
    }

    private static func settings(_ scenario: String, _ settings: [ScenarioSetting]) -> [ScenarioSetting] {
        [ScenarioSetting(key: SweepDesign.scenarioKey, value: scenario)]
            + settings.filter { $0.key != SweepDesign.seedKey }
    }
}
