import Wire

/// The plan's current stage, and how many of its fetches are unfinished.
struct StageProgress {
    private let stages: [SimulatedStage]
    /// Index of the current stage; -1 before the first.
    private(set) var current = -1
    private var firstFetch = 0
    private var left = 0
    /// Start of each stage.
    private(set) var starts: [Instant] = []
    /// The most connections open at once to one host.
    private(set) var connectionLimit: Int

    init(_ plan: SimulationPlan) {
        connectionLimit = plan.connections
        stages = plan.stages.isEmpty ? [SimulatedStage(fetches: plan.fetches.count)] : plan.stages
    }

    var stage: SimulatedStage { stages[current] }
    var fetches: Range<Int> { firstFetch..<firstFetch + stage.fetches }

    /// The next stage; nil after the last.
    var next: SimulatedStage? { current + 1 < stages.count ? stages[current + 1] : nil }

    mutating func advance(at now: Instant) {
        if current >= 0 { firstFetch += stage.fetches }
        current += 1
        left = stage.fetches
        starts.append(now)
        connectionLimit = stage.connections ?? connectionLimit
    }

    /// Counts a finished fetch; true if it ended the stage.
    mutating func finish() -> Bool {
        left -= 1
        return left == 0
    }
}
