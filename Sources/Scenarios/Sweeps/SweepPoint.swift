/// One combination of a sweep.
package struct SweepPoint: Hashable, Sendable {
    /// Place of its scenario among the design's.
    package var source: Int
    /// In the order of the axes, then those of its sample.
    package var settings: [ScenarioSetting]
    /// nil for the scenario's own.
    package var seed: UInt64?

    package init(source: Int, settings: [ScenarioSetting], seed: UInt64?) {
        self.source = source
        self.settings = settings
        self.seed = seed
    }
}
