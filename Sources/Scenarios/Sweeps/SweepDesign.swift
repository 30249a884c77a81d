/// Many runs from few lines: scenarios, crossed with the values of axes, with samples, and with seeds.
///
/// Points are counted, not held: a design of millions takes no more memory than its axes.
package struct SweepDesign: Hashable, Sendable {
    /// A scenario with the axes of its own matrix.
    package struct Source: Hashable, Sendable {
        package var name: String
        package var matrix: [SweepAxis]

        package init(name: String, matrix: [SweepAxis] = []) {
            self.name = name
            self.matrix = matrix
        }
    }

    /// More points than anyone waits for.
    package static let mostPoints = 10_000_000
    /// The key under which filters and rows know a point's scenario.
    package static let scenarioKey = "scenario"
    package static let seedKey = "seed"

    package var name: String
    package let sources: [Source]
    /// They take the place of a matrix's axes with the same key.
    package let axes: [SweepAxis]
    /// Settings that belong together: each is crossed with the axes as one value. Empty if nothing is sampled.
    package let samples: [[ScenarioSetting]]
    /// Empty for the scenario's own.
    package let seeds: [UInt64]
    /// Points that match one of these are left out.
    package let skipped: [SweepFilter]
    /// Points that match none of these are left out; empty for all.
    package let kept: [SweepFilter]
    package var conditions: SweepConditions
    /// Which of the seeds are needed; nil for all.
    package let until: StopRule?
    /// The axes of each source, and how many points they make: every point asks for them.
    private let crossed: [[SweepAxis]]
    private let counts: [Int]

    package init(
        name: String,
        sources: [Source],
        axes: [SweepAxis] = [],
        samples: [[ScenarioSetting]] = [],
        seeds: [UInt64] = [],
        skipped: [SweepFilter] = [],
        kept: [SweepFilter] = [],
        conditions: SweepConditions = SweepConditions(),
        until: StopRule? = nil
    ) {
        self.name = name
        self.sources = sources
        self.axes = axes
        self.samples = samples
        self.seeds = seeds
        self.skipped = skipped
        self.kept = kept
        self.conditions = conditions
        self.until = until
        let keys = Set(axes.map(\.key))
        crossed = sources.map { source in source.matrix.filter { !keys.contains($0.key) } + axes }
        counts = crossed.map { axes in
            let lengths = axes.map(\.values.count) + [max(samples.count, 1), max(seeds.count, 1)]
            return lengths.reduce(1) { product, length in
                let (result, overflow) = product.multipliedReportingOverflow(by: length)
                return overflow ? Int.max : result
            }
        }
    }

    /// Points before filters; `Int.max` if they cannot be counted.
    package var count: Int {
        counts.reduce(0) { sum, count in
            let (total, overflow) = sum.addingReportingOverflow(count)
            return overflow ? Int.max : total
        }
    }

    /// The point of this number, below `count`; nil if the filters leave it out. The scenarios come one after the other,
    /// and of each the seeds change fastest, then the samples, then the last axis.
    package func point(_ number: Int) -> SweepPoint? {
        var rest = number
        for (source, count) in counts.enumerated() {
            if rest < count { return point(rest, of: source) }
            rest -= count
        }
        return nil
    }

    private func point(_ number: Int, of source: Int) -> SweepPoint? {
        var rest = number
        func digit(of count: Int) -> Int {
            defer { rest /= count }
            return rest % count
        }
        let seed = seeds.isEmpty ? nil : seeds[digit(of: seeds.count)]
        let sample = samples.isEmpty ? [] : samples[digit(of: samples.count)]
        var settings: [ScenarioSetting] = []
        for axis in crossed[source].reversed() {
            settings.append(ScenarioSetting(key: axis.key, value: axis.values[digit(of: axis.values.count)]))
        }
        let point = SweepPoint(source: source, settings: settings.reversed() + sample, seed: seed)
        return isWanted(point) ? point : nil
    }

    /// True if there may be fewer points than `count`.
    package var hasFilters: Bool { !skipped.isEmpty || !kept.isEmpty }

    private func isWanted(_ point: SweepPoint) -> Bool {
        guard hasFilters else { return true }
        var named =
            point.settings + [ScenarioSetting(key: Self.scenarioKey, value: sources[point.source].name)]
        if let seed = point.seed { named.append(ScenarioSetting(key: Self.seedKey, value: "\(seed)")) }
        return !skipped.contains { $0.matches(named) }
            && (kept.isEmpty || kept.contains { $0.matches(named) })
    }
}
