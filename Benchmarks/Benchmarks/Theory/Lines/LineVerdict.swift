import Runs
import Scenarios
import Wire

/// How far theory was off on one random line.
struct LineVerdict {
    /// In per cent and nanoseconds, up to which theory is right.
    static let allowed = (percent: 0.1, time: Int64(100_000))
    /// The most time between the client's log and its capture with which they agree.
    private static let agreement: Int64 = 1_000_000
    /// Below this ratio of the sum of durations to busy time, transfers came one after the other.
    private static let apart = 1.0001

    let kind: RandomLine.Kind
    let seed: UInt64
    /// Worst error in per cent of transfers that had the line to themselves, 0 up to what is allowed; nil without any.
    private(set) var alone: Double?
    /// The same for the ends of steps in which several shared the line, and for their transfers.
    private(set) var group: Double?
    /// Exchanges for which theory has no time, or a run that failed.
    private(set) var untold = 0
    /// The most time of a transfer without a cause, and between the client's log and its capture, in nanoseconds.
    private(set) var unexplained: Int64 = 0
    private(set) var disagreement: Int64 = 0

    init(failed line: RandomLine) {
        kind = line.kind
        seed = line.scenario.seed
        untold = 1
    }

    init(_ line: RandomLine, _ results: [RunResult]) {
        kind = line.kind
        seed = line.scenario.seed
        for result in results {
            for step in result.steps { add(step, result.transfers(of: step.name)) }
        }
    }

    private mutating func add(_ step: StepResult, _ transfers: [TransferResult]) {
        let isApart = (step.overlap ?? 0) < Self.apart
        var worst: Double?
        for transfer in transfers {
            unexplained = max(unexplained, transfer.ledger?[.unexplained] ?? 0)
            if let log = transfer.clientLog?.exchange, let capture = transfer.capture?.exchange {
                let apart = [log.request - capture.request, log.lastByte - capture.lastByte].map(abs)
                disagreement = max(disagreement, apart.max() ?? 0)
            }
            guard let measured = transfer.measured else { continue }
            guard let told = transfer.theory?.shared else {
                untold += 1
                continue
            }
            worst = Self.worse(worst, Self.off(measured, told))
        }
        if isApart { alone = Self.worse(alone, worst) }
        guard !isApart else { return }
        group = Self.worse(group, worst)
        if let told = step.theory?.shared { group = Self.worse(group, Self.off(step.makespan, told)) }
    }

    /// Whether the client's log and its capture agree on every exchange.
    var agrees: Bool { disagreement <= Self.agreement }

    /// Whether theory, log and capture are right on the line, and all time has a cause.
    var isFlawless: Bool { isRight && agrees && unexplained == 0 }

    private var isRight: Bool {
        untold == 0 && alone ?? 0 <= Self.allowed.percent && group ?? 0 <= Self.allowed.percent
    }

    private static func worse(_ one: Double?, _ other: Double?) -> Double? {
        guard let one else { return other }
        return max(one, other ?? one)
    }

    private static func off(_ measured: Int64, _ theory: Int64) -> Double {
        let difference = abs(measured - theory)
        guard difference > allowed.time, theory > 0 else { return 0 }
        return Double(difference) / Double(theory) * 100
    }
}
