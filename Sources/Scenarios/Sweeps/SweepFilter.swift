/// Cells that a sweep leaves out, or keeps: those that have one of the values for each of the keys.
package struct SweepFilter: Hashable, Sendable {
    package var values: [String: Set<String>]

    package init(_ values: [String: Set<String>]) {
        self.values = values
    }

    /// A key that the cell does not have matches nothing.
    package func matches(_ settings: [ScenarioSetting]) -> Bool {
        values.allSatisfy { key, values in
            settings.contains { $0.key == key && values.contains($0.value) }
        }
    }
}
