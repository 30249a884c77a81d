package import LinkModel
package import Runs
package import Scenarios
package import Wire

/// Prediction for a scenario before it runs: every fetch simulated, beside the simpler theories' times.
package struct ScenarioPrediction: Sendable {
    package struct Transfer: Hashable, Sendable {
        package enum Source: String, Hashable, Sendable {
            case network, revalidated, cache
        }

        package var file: String
        package var source: Source
        /// Body bits divided by the line's rate.
        package var article: Nanoseconds
        /// Time for every byte that the response puts on the wire.
        package var wire: Nanoseconds
        /// Simulated with nothing else on the line; nil if a cache answers or theory cannot predict it.
        package var alone: Nanoseconds?
        /// Simulated together with the other transfers.
        package var shared: Nanoseconds?
        /// Index in the simulation; nil if a cache answers.
        package var place: Int?
    }

    package struct Step: Hashable, Sendable {
        package var name: String
        package var link: LinkParameters
        package var start: Instant?
        package var transfers: [Transfer]
        /// From its start to the last end; nil if theory cannot predict it.
        package var makespan: Nanoseconds?
    }

    package private(set) var steps: [Step] = []
    /// Sum of all steps and waits; nil if theory cannot predict it.
    package private(set) var total: Nanoseconds?
    package private(set) var gaps: [TheoryGap] = []
    /// Steps with transfers that exceed the client's timeout.
    package private(set) var timeouts: [PredictedTimeout] = []
    /// Name of the origin's congestion control.
    package let congestion: String
    /// The simulation, with its packet log if `log` asked for one.
    package private(set) var outcome: SimulationOutcome
    package let plan: SimulationPlan

    /// What to log of the line's treatment of simulated packets.
    package enum Log: Hashable, Sendable {
        case none
        /// Kept if it stays small.
        case bounded
        case whole
    }

    /// nil if the scenario is too large to simulate. `kernel` is that of both hosts. By the virtual
    /// `clock` it is known what programs take. Times alone, with nothing else on the line, cost simulations of
    /// their own: without `tellsAlone` they are missing until `tell(alone:)`.
    package init?(
        _ scenario: Scenario,
        kernel: KernelRelease = .recent,
        clock: ClockKind = .real,
        log: Log = .none,
        tellsAlone: Bool = true
    ) {
        let congestion = scenario.origin.congestion
        let asked = ScenarioPlan(scenario, congestion, kernel, clock)
        guard SimulationLimits.allow(asked.plan) else { return nil }
        var plan = asked.plan
        plan.keepsLog = log == .whole || log == .bounded && SimulationLimits.isLogSmall(plan)
        plan.horizon = Instant(nanoseconds: SimulationLimits.horizon)
        self.plan = plan
        self.congestion = congestion.rawValue
        outcome = LineSimulation.run(plan)
        gaps = TheoryGap.allCases.filter(asked.gaps.contains)
        let isPredictable = gaps.isEmpty
        for step in asked.steps {
            steps.append(Self.step(step, asked.plan, outcome, isPredictable: isPredictable))
        }
        if tellsAlone { tell(alone: timesAlone()) }
        timeouts = zip(steps, asked.steps).compactMap { told, step in
            PredictedTimeout(told, limit: step.timeout, expectations: scenario.expectations) {
                duration(of: $0)
            }
        }
        guard steps.allSatisfy({ $0.makespan != nil }) else { return }
        let ends = steps.compactMap { step in step.makespan.flatMap { span in step.start.map { $0 + span } } }
        let end = max(ends.max() ?? .zero, outcome.stageStarts.last ?? .zero)
        total = end - .zero + asked.remainingPause
    }

    /// Includes the wait for a connection and the name lookup; nil if a cache answers or theory cannot
    /// predict it.
    package func duration(of transfer: Transfer) -> Nanoseconds? {
        guard transfer.shared != nil, let place = transfer.place else { return nil }
        return outcome.transfers[place].duration
    }

    /// The step without simulated times.
    private static func step(
        _ step: ScenarioPlan.FetchingStep,
        _ plan: SimulationPlan
    ) -> Step {
        let theory = LinkTheory(link: step.link)
        let transfers = step.entries.map { entry in
            guard let place = entry.fetch else {
                return Transfer(file: entry.file, source: .cache, article: 0, wire: 0)
            }
            let fetch = plan.fetches[place]
            return Transfer(
                file: entry.file,
                source: entry.isValidation ? .revalidated : .network,
                article: theory.article(bodyBytes: fetch.bodyBytes),
                wire: theory.wire(headerBytes: fetch.headerBytes, bodyBytes: fetch.bodyBytes)
            )
        }
        return Step(
            name: step.name,
            link: step.link,
            start: nil,
            transfers: transfers,
            makespan: nil
        )
    }

    // MARK: Alone

    /// Duration of each of the plan's fetches with nothing else on the line; nil if the simulation does not reach its end.
    package func timesAlone() -> [Nanoseconds?] {
        var own = plan
        own.stages = []
        own.changes = zip(plan.stages, outcome.stageStarts).compactMap { stage, start in
            stage.link.map { SimulationPlan.LineChange(at: start, link: $0) }
        }
        for place in plan.fetches.indices {
            let transfer = outcome.transfers[place]
            own.fetches[place].way = .connection(Int(transfer.flow))
            own.fetches[place].start = transfer.begin ?? transfer.start
        }
        return ExchangeSimulation.solo(own, outcome.transfers)
    }

    /// Adds what `timesAlone` found.
    package mutating func tell(alone: [Nanoseconds?]) {
        guard gaps.isEmpty else { return }
        for (index, step) in steps.enumerated() {
            for (number, transfer) in step.transfers.enumerated() {
                steps[index].transfers[number].alone = transfer.place.flatMap { alone[$0] }
            }
        }
    }

    private static func step(
        _ step: ScenarioPlan.FetchingStep,
        _ plan: SimulationPlan,
        _ outcome: SimulationOutcome,
        isPredictable: Bool
    ) -> Step {
        var told = Self.step(step, plan)
        let begun = outcome.stageStarts.dropFirst(step.stages.lowerBound).prefix(step.stages.count)
        let start = begun.first
        for (index, entry) in step.entries.enumerated() {
            guard let place = entry.fetch else { continue }
            told.transfers[index].shared = isPredictable ? outcome.transfers[place].exchange : nil
            told.transfers[index].place = place
        }
        let places = step.entries.compactMap(\.fetch)
        let ends = places.compactMap { outcome.transfers[$0].responseLastByte }
        let isWhole = isPredictable && ends.count == places.count
        // The last pages may be cache hits, which take no time and end when their turn begins.
        told.start = start
        told.makespan = isWhole ? start.map { max(ends.max() ?? $0, begun.last ?? $0) - $0 } : nil
        return told
    }
}
