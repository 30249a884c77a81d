import Analysis
import Figures
import Logs
package import Runs

/// A run's report: the answer, the line, every step with theory and both measurements, the expectations.
package struct RunTable: Sendable {
    private let result: RunResult

    package init(_ result: RunResult) {
        self.result = result
    }

    package var document: ReportDocument {
        let line = LinkLine(result.link).paragraph(title: "line")
        var sections = [RunAnswer(result).section, [.paragraph(line)]]
        if let proxied { sections.append([.text(proxied, hanging: 2)]) }
        for step in steps { sections += StepBlock(step).sections }
        if !result.expectations.isEmpty { sections.append(ExpectationLines(result.expectations).section) }
        return ReportDocument(sections + [closing])
    }

    /// nil if the answer has told it.
    private var proxied: String? {
        guard let proxied = Findings(result).proxied, result.findings.first != .proxied(proxied) else {
            return nil
        }
        return ProxySentence(proxied).text
    }

    private var steps: [StepSummary] {
        var line = result.link.parameters
        return result.steps.map { step in
            let isChanged = step.link.map { $0 != line } ?? false
            line = step.link ?? line
            return StepSummary(result, step, changedLine: isChanged ? line : nil)
        }
    }

    private var closing: ReportSection {
        var section: ReportSection = []
        if let cache = cacheLine { section += [.text(cache, hanging: 2)] }
        section += [.text(emulationLine, hanging: 2)]
        return section
    }

    private var cacheLine: String? {
        let counters = result.cache.counters
        guard counters.memoryHits + counters.diskHits + counters.revalidated > 0 else { return nil }
        return
            "caches: \(CountFormat.text(counters.memoryHits, "memory hit")), \(CountFormat.text(counters.diskHits, "disk hit")), "
            + "\(counters.revalidated) revalidated, \(CountFormat.text(counters.misses, "miss", "misses")); "
            + "\(ByteFormat.text(result.cache.bytesSaved)) and \(DurationFormat.text(result.cache.saved)) of waits saved"
            + (held(counters).map { "; \($0)" } ?? "")
    }

    /// nil if nothing is cached and nothing was evicted.
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
}
