import Figures
import Logs
package import Runs

/// A run on the terminal: the line, every step with theory beside both measurements, what was expected.
package struct RunTable: Sendable {
    private let result: RunResult

    package init(_ result: RunResult) {
        self.result = result
    }

    /// Ends with a line feed.
    package func text(_ style: TerminalStyle) -> String {
        var blocks: [[String]] = [LinkLine(result.link).lines(style, title: result.title)]
        var line = result.link.parameters
        for step in result.steps {
            let isChanged = step.link.map { $0 != line } ?? false
            line = step.link ?? line
            blocks.append(StepBlock(result, step).lines(style, isOnNewLine: isChanged))
        }
        let expectations = ExpectationLines(result.expectations).lines(style)
        if !expectations.isEmpty { blocks.append(expectations) }
        blocks.append(closing(style))
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private func closing(_ style: TerminalStyle) -> [String] {
        var lines: [String] = []
        if let cache = cacheLine { lines += cache.wrapped(style.width, hanging: 2) }
        lines += emulationLine.wrapped(style.width, hanging: 2)
        lines.append(style.accent("outcome: \(result.outcome.rawValue)", outcomeAccent))
        return lines
    }

    private var cacheLine: String? {
        let counters = result.cache.counters
        guard counters.memoryHits + counters.diskHits + counters.revalidated > 0 else { return nil }
        return
            "caches: \(CountFormat.text(counters.memoryHits, "memory hit")), \(CountFormat.text(counters.diskHits, "disk hit")), "
            + "\(counters.revalidated) revalidated, \(CountFormat.text(counters.misses, "miss", "misses")); "
            + "\(ByteFormat.text(result.cache.bytesSaved)) and \(DurationFormat.text(result.cache.saved)) saved"
            + (held(counters).map { "; \($0)" } ?? "")
    }

    /// nil where nothing is held and nothing left.
    private func held(_ counters: CacheCounters) -> String? {
        guard counters.memoryBytes + counters.diskBytes + counters.evictions > 0 else { return nil }
        return "at the end \(ByteFormat.text(counters.memoryBytes)) in memory and "
            + "\(ByteFormat.text(counters.diskBytes)) on disk, \(CountFormat.text(counters.evictions, "eviction"))"
    }

    private var emulationLine: String {
        let emulation = result.emulation
        var parts: [String] = []
        if let middle = emulation.latenessP50, let high = emulation.latenessP99,
            let most = emulation.latenessMax
        {
            parts.append(
                "packets left \(DurationFormat.text(middle)) late (median), \(DurationFormat.text(high)) (p99), "
                    + "\(DurationFormat.text(most)) (worst)"
            )
        }
        if let drops = emulation.captureDrops {
            parts.append("\(CountFormat.text(drops, "packet")) missed by the recorders")
        }
        parts.append(emulation.why.map { "NOT TRUSTED: \($0)" } ?? "trusted")
        return "emulation: " + parts.joined(separator: "; ")
    }

    private var outcomeAccent: TerminalStyle.Accent {
        switch result.outcome {
        case .ok: .green
        case .untrusted, .interrupted: .yellow
        case .failed, .expectationsFailed: .red
        }
    }
}
