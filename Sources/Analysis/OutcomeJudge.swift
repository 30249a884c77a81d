import Logs
import Runs
import Scenarios

/// Summarises a run. The first that applies: interrupted, failed, untrusted, expectations failed, ok.
struct OutcomeJudge {
    private let ending: RunEnding
    private let expectations: [Expectation]

    init(_ ending: RunEnding, _ expectations: [Expectation]) {
        self.ending = ending
        self.expectations = expectations
    }

    func judge(_ result: RunResult) -> (RunResult.Outcome, failure: String?) {
        switch ending {
        case .interrupted: return (.interrupted, nil)
        case .failed(let what): return (.failed, what)
        case .completed: break
        }
        if let transfer = result.transfers.first(where: { isUnexpectedFailure($0) }) {
            return (.failed, "\(transfer.step)[\(transfer.file)]: \(transfer.error ?? "no answer")")
        }
        if !result.emulation.isTrusted { return (.untrusted, nil) }
        return (result.expectations.contains { $0.held == false } ? .expectationsFailed : .ok, nil)
    }

    /// True if it failed and no expectation names its error or its status.
    private func isUnexpectedFailure(_ transfer: TransferResult) -> Bool {
        guard transfer.error != nil || transfer.source == .none else { return false }
        return !expectations.allowFailure(of: transfer.file, in: transfer.step)
    }
}
