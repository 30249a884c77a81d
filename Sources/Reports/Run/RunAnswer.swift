import Figures
import Runs
import Wire

/// What a reader of a run wants first: whether it went well, what took the time, and its first finding.
struct RunAnswer {
    private let result: RunResult

    init(_ result: RunResult) {
        self.result = result
    }

    var section: ReportSection {
        let head = ReportElement.line("\(result.title): \(result.outcome.rawValue)", emphasis)
        let ledgers = result.transfers.compactMap(\.ledger)
        let texts = [sum, reason, TimeSentence(ledgers).text, finding]
        return ReportSection([head] + texts.compactMap { $0 }.map { .text($0, indent: 2) })
    }

    private var emphasis: ReportEmphasis {
        switch result.outcome {
        case .ok: .good
        case .untrusted, .interrupted: .doubtful
        case .failed, .expectationsFailed: .bad
        }
    }

    /// nil if nothing was done, and nothing expected.
    private var sum: String? {
        var parts: [String] = []
        if !result.steps.isEmpty {
            let time = result.steps.reduce(Nanoseconds(0)) { $0 + $1.makespan }
            parts.append("\(CountFormat.text(result.steps.count, "step")) in \(DurationFormat.text(time))")
        }
        if !result.expectations.isEmpty {
            let held = result.expectations.count { $0.held == true }
            parts.append("\(held) of \(CountFormat.text(result.expectations.count, "expectation")) held")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Why the run is no success; nil if the outcome says it all.
    private var reason: String? {
        guard result.failure != nil || result.outcome == .untrusted else { return nil }
        return result.breakdown.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    }

    private var finding: String? {
        result.findings.first { finding in
            // The outcome tells them.
            switch finding {
            case .untrusted, .failed: false
            default: true
            }
        }.map { FindingSentence($0).text }
    }
}
