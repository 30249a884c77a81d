package import Scenarios

/// The keys in which a plan's cells differ, with their values in the order of the plan.
package struct SweepAxes {
    /// Seeds are repetitions, not an axis.
    package private(set) var all: [SweepAxis] = []
    private var places: [String: [String: Int]] = [:]

    package init(of cells: [PlannedCell]) {
        var order: [String] = []
        var values: [String: [String]] = [:]
        for cell in cells {
            for setting in Self.settings(of: cell) {
                if places[setting.key] == nil { order.append(setting.key) }
                guard places[setting.key]?[setting.value] == nil else { continue }
                places[setting.key, default: [:]][setting.value] = values[setting.key, default: []].count
                values[setting.key, default: []].append(setting.value)
            }
        }
        all = order.compactMap { key in
            let values = values[key] ?? []
            return values.count > 1 ? SweepAxis(key: key, values: values) : nil
        }
    }

    /// The cell's place on each axis; nil where it has no value.
    package func places(of cell: PlannedCell) -> [Int?] {
        let settings = Self.settings(of: cell)
        return all.map { axis in
            settings.first { $0.key == axis.key }.flatMap { places[axis.key]?[$0.value] }
        }
    }

    private static func settings(of cell: PlannedCell) -> [ScenarioSetting] {
        [ScenarioSetting(key: SweepDesign.scenarioKey, value: cell.scenario)]
            + cell.settings.filter { $0.key != SweepDesign.seedKey }
    }
}
