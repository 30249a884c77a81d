import JSON
import Logs
import Runs
import Wire

/// Derives the steps from their transfers: a step that differs was edited.
extension RunRecovery {
    static func mendSteps(of result: inout RunResult) -> [RecoveryFault] {
        var faults: [RecoveryFault] = []
        for place in result.steps.indices {
            let step = result.steps[place]
            let own = result.transfers(of: step.name)
            let told = StepResult(name: step.name, of: own)
            let isTold =
                (step.start, step.makespan, step.sumOfDurations, step.busy)
                == (told.start, told.makespan, told.sumOfDurations, told.busy)
            guard !own.isEmpty else { continue }
            faults += Self.mendCounts(of: &result.steps[place], as: told)
            guard !isTold else { continue }
            faults.append(.stepTimes(step: step.name))
            result.steps[place].start = told.start
            result.steps[place].makespan = told.makespan
            result.steps[place].sumOfDurations = told.sumOfDurations
            result.steps[place].busy = told.busy
            result.steps[place].overlap = told.overlap
            result.steps[place].utilisation = nil
        }
        var known = Set(result.steps.map(\.name))
        for transfer in result.transfers where known.insert(transfer.step).inserted {
            faults.append(.stepAbsent(step: transfer.step))
            result.steps.append(StepResult(name: transfer.step, of: result.transfers(of: transfer.step)))
        }
        return faults
    }

    private static func mendCounts(of step: inout StepResult, as told: StepResult) -> [RecoveryFault] {
        let isOverlap = step.overlap.map { abs($0 - (told.overlap ?? 0)) < 1e-9 } ?? true
        let isRatio = step.hitRatio.map { abs($0 - (told.hitRatio ?? 0)) < 1e-9 } ?? true
        // Older results lack the requests.
        let isRequests = step.requests == told.requests || step.requests == 0
        guard !(isOverlap && isRatio && isRequests) else { return [] }
        (step.overlap, step.hitRatio, step.requests) = (told.overlap, told.hitRatio, told.requests)
        return [.stepCounts(step: step.name)]
    }

    /// Compares the client's own log with the result: if they differ, one of them was edited.
    static func disagreements(_ result: RunResult, _ timing: [TimingEvent]) -> [RecoveryFault] {
        var starts: [Int: Instant] = [:]
        var ends: [Int: Instant] = [:]
        for event in timing {
            if event.kind == .start, starts[event.transfer] == nil { starts[event.transfer] = event.at }
            if event.kind == .done || event.kind == .failed { ends[event.transfer] = event.at }
        }
        return result.transfers.compactMap { transfer in
            guard let start = starts[transfer.id], let end = ends[transfer.id] else { return nil }
            if start == transfer.start, end == transfer.end { return nil }
            return .times(
                TransferName(transfer),
                told: Span(start: transfer.start, end: transfer.end),
                found: Span(start: start, end: end)
            )
        }
    }
}
