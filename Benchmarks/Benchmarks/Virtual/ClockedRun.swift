import Experiments
import LinuxIO
import Runs
import Wire

/// A scenario run by a separate program with one kind of clock, and its cost.
struct ClockedRun {
    let cost: ToolRun.Cost
    let results: [RunResult]

    /// Runs in `folder`, which is created. `kernel` is the guest kernel's version, of virtual time.
    init(
        _ scenario: String,
        clock: String,
        kernel: String? = nil,
        in folder: String
    ) throws(ExperimentError) {
        let netlab = try ToolRun.requiredNetlab()
        do {
            let options = ["--quiet", "--clock", clock] + (kernel.map { ["--kernel", $0] } ?? [])
            cost = try netlab.cost(["run", scenario] + options + ["--out", folder])
            results = try RunDocuments.left(in: folder).compactMap(RunResult.init(json:))
        } catch {
            throw ExperimentError("\(scenario) by the \(clock) clock: \(error)")
        }
        if results.isEmpty {
            throw ExperimentError("\(scenario) by the \(clock) clock left no result")
        }
    }

    /// Time from each run's start to its last step's end, added up, in nanoseconds.
    var length: Int64 {
        results.reduce(0) { sum, result in
            sum + (result.steps.map { $0.start.nanoseconds + $0.makespan }.max() ?? 0)
        }
    }

    var isTrusted: Bool { results.allSatisfy { $0.emulation.isTrusted } }

    /// Greatest error, in per cent, of transfers that had the line to themselves, against theory for their
    /// place on the connection left by earlier ones. Differences up to a tenth of a millisecond count as
    /// zero. nil without such transfers.
    var aloneOff: Double? {
        results.flatMap { result in
            result.steps.filter { ($0.overlap ?? 0) < Self.alone }.flatMap { result.transfers(of: $0.name) }
        }
        .compactMap { transfer in transfer.theory?.shared.flatMap { Self.off(transfer.measured, $0) } }.max()
    }

    /// The same for the ends of steps in which several transfers shared the line.
    var groupsOff: Double? {
        results.flatMap(\.steps).filter { ($0.overlap ?? 0) >= Self.alone }
            .compactMap { step in step.theory?.shared.flatMap { Self.off(step.makespan, $0) } }.max()
    }

    /// Longest time of a transfer in a cause, in nanoseconds.
    func most(_ cause: LedgerCause) -> Int64 {
        results.flatMap(\.transfers).compactMap { $0.ledger?[cause] }.max() ?? 0
    }

    /// Below this ratio of the sum of durations to busy time, transfers came one after the other.
    private static let alone = 1.0001
    private static let harmless: Int64 = 100_000

    private static func off(_ measured: Int64?, _ theory: Int64) -> Double? {
        guard let measured, theory > 0 else { return nil }
        let difference = abs(measured - theory)
        return difference <= harmless ? 0 : Double(difference) / Double(theory) * 100
    }
}
