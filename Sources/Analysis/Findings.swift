import LinkModel
import Logs
package import Runs
import Theory
import Wire

/// Findings of a run. The first is the one to show after a run.
package struct Findings: Sendable {
    private let result: RunResult

    package init(_ result: RunResult) {
        self.result = result
    }

    package var all: [RunFinding] {
        var found: [RunFinding] = []
        if !result.emulation.isTrusted { found.append(.untrusted(result.emulation.doubts)) }
        if let failure = result.failure { found.append(.failed(why: failure)) }
        found += result.steps.compactMap { overlap($0) }.map(RunFinding.overlap)
        found += result.steps.compactMap { revalidation($0) }
        found += result.steps.compactMap { hits($0) }
        found += result.steps.compactMap { waiting($0) }
        found += result.steps.compactMap { theory($0) }
        if let missed { found.append(.missed(missed)) }
        if let proxied { found.append(.proxied(proxied)) }
        if let streams = result.link.streams {
            found.append(.byteStreams)
            if streams.lossAsDelay { found.append(.lossAsDelay(times: streams.recoveries)) }
        }
        found += LinkDirection.allCases.reversed().compactMap { direction in
            guard let counts = result.packets?[direction], !counts.isUntouched else { return nil }
            return .packets(direction, counts)
        }
        found += ignored
        if ignoresFrames { found.append(.ignoredFrames) }
        return found
    }

    /// Why the durations of a step's concurrent transfers add up to more than the step took; nil if they do
    /// not.
    package func overlap(_ step: StepResult) -> RunFinding.Overlap? {
        let most = Span.mostAtOnce(networkSpans(step))
        guard let overlap = step.overlap, overlap > 1.05, most > 1 else { return nil }
        return RunFinding.Overlap(step, mostAtOnce: most, mean: overlap)
    }

    /// Who made which handshake; nil if nothing went through a proxy.
    package var proxied: RunFinding.Proxied? {
        let passed = result.transfers.filter { $0.proxy != nil }
        guard !passed.isEmpty else { return nil }
        let opened = passed.compactMap { $0.proxy?.isKeptAlive == false ? $0.proxy?.phases : nil }
        return RunFinding.Proxied(
            transfers: passed.count,
            kept: passed.count { $0.proxy?.isKeptAlive == true },
            clientSetUp: passed.filter { $0.newConnection == true }.compactMap(\.phases)
                .map { $0.connect + $0.tls }.max(),
            originSetUp: opened.map { $0.dns + $0.connect + $0.tls }.max()
        )
    }

    private func revalidation(_ step: StepResult) -> RunFinding? {
        let confirmed = result.transfers(of: step.name).filter { $0.source == .revalidated }
        let wire = confirmed.compactMap(\.wireDownBytes).reduce(0, +)
        guard !confirmed.isEmpty, wire > 0 else { return nil }
        return .revalidated(
            step: step.name,
            answers: confirmed.count,
            wireBytes: wire,
            bodyBytes: confirmed.reduce(0) { $0 + $1.bodyBytes }
        )
    }

    private func hits(_ step: StepResult) -> RunFinding? {
        let transfers = result.transfers(of: step.name)
        guard !transfers.isEmpty, transfers.allSatisfy({ $0.source.isLocal }) else { return nil }
        let before = transfers.compactMap { hit in
            result.transfers.first { $0.file == hit.file && $0.source == .network }?.duration
        }
        guard before.count == transfers.count else { return nil }
        return .hits(
            step: step.name,
            sources: Set(transfers.map(\.source)).sorted { $0.rawValue < $1.rawValue },
            sumOfDurations: step.sumOfDurations,
            fetching: before.reduce(0, +)
        )
    }

    private func waiting(_ step: StepResult) -> RunFinding? {
        let transfers = result.transfers(of: step.name)
        let waiting = transfers.count { $0.sharedWith != nil }
        guard waiting > 0 else { return nil }
        return .coalesced(
            step: step.name,
            requests: step.requests,
            callers: transfers.count,
            waiting: waiting
        )
    }

    private func theory(_ step: StepResult) -> RunFinding? {
        guard let shared = step.theory?.shared, shared > 0 else { return nil }
        return .predicted(step: step.name, makespan: step.makespan, theory: shared)
    }

    /// Smaller deviations are what programs and the kernel's clock cost.
    private static let tolerated: (share: Double, time: Nanoseconds) = (0.01, 1_000_000)

    /// Transfers of trusted packets that theory foretold wrongly without leaving anything out.
    private var missed: MissedTheory? {
        let method = TheoryMethod(result.link)
        guard result.emulation.isTrusted, result.link.mode == .packet else { return nil }
        let missed = result.steps.flatMap { step -> [MissedTheory] in
            guard method.gaps(step.link ?? result.link.parameters).isEmpty else { return [] }
            return result.transfers(of: step.name).compactMap(Self.missed)
        }
        var worst = missed.max { abs($0.deviation) < abs($1.deviation) }
        worst?.transfers = missed.count
        return worst
    }

    private static func missed(_ transfer: TransferResult) -> MissedTheory? {
        guard transfer.error == nil, let theory = transfer.theory?.shared, theory > 0 else { return nil }
        let measured = transfer.duration - (transfer.ledger?[.emulation] ?? 0)
        let off = abs(measured - theory)
        guard off > tolerated.time, Double(off) > Double(theory) * tolerated.share else { return nil }
        return MissedTheory(
            transfers: 1,
            file: transfer.file,
            step: transfer.step,
            measured: measured,
            theory: theory
        )
    }

    /// Effects that theory ignores: a finding for each special line, with the steps that used it.
    private var ignored: [RunFinding] {
        let steps = result.steps.filter { $0.theory != nil }
        let method = TheoryMethod(result.link)
        let gaps = steps.map { method.gaps($0.link ?? result.link.parameters) }
        var told: Set<[TheoryGap]> = []
        return gaps.compactMap { found in
            guard !found.isEmpty, told.insert(found).inserted else { return nil }
            let names = zip(steps, gaps).filter { $0.1 == found }.map(\.0.name)
            return .ignored(found, steps: names.count == steps.count ? [] : names)
        }
    }

    /// True if closed forms tell the times and transfers share a connection.
    private var ignoresFrames: Bool {
        guard case .closedForm = TheoryMethod(result.link) else { return false }
        return result.transfers.contains { $0.httpStream != nil }
    }

    private func networkSpans(_ step: StepResult) -> [Span] {
        result.transfers(of: step.name).filter { !$0.source.isLocal }.map {
            Span(start: $0.start, end: $0.end)
        }
    }
}
