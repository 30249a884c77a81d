import Wire

/// Which of a plan's stages is under way, and how much of it is left.
struct StageProgress {
    private let stages: [SimulatedStage]
    /// The place of the stage under way; -1 before the first.
    private(set) var current = -1
    private var firstFetch = 0
    private var left = 0
    /// When each began.
    private(set) var starts: [Instant] = []
    /// The most connections open at once to one host.
    private(set) var connectionLimit: Int

    init(_ plan: SimulationPlan) {
        connectionLimit = plan.connections
        stages = plan.stages.isEmpty ? [SimulatedStage(fetches: plan.fetches.count)] : plan.stages
    }

    var stage: SimulatedStage { stages[current] }
    var fetches: Range<Int> { firstFetch..<firstFetch + stage.fetches }

    /// The stage that comes next; nil where that was the last.
    var next: SimulatedStage? { current + 1 < stages.count ? stages[current + 1] : nil }

    mutating func advance(at now: Instant) {
        if current >= 0 { firstFetch += stage.fetches }
        current += 1
        left = stage.fetches
        starts.append(now)
        connectionLimit = stage.connections ?? connectionLimit
    }

    /// One fetch has come to its end; true where the stage has.
    mutating func finish() -> Bool {
        left -= 1
        return left == 0
    }
}
