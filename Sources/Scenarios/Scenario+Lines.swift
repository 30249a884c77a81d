package import LinkModel

extension Scenario {
    /// All lines of the run, in order.
    package var links: [LinkSettings] {
        [link] + steps.compactMap { if case .link(let settings) = $0 { settings } else { nil } }
    }

    /// The line at the end of the run.
    package var lastLink: LinkSettings { links.last ?? link }

    /// The traces that the lines follow, without duplicates.
    package var traces: [OpportunityTrace] {
        var names: Set<String> = []
        let rates = links.flatMap { [$0.parameters.down.rate, $0.parameters.up.rate] }
        return rates.compactMap { rate in
            guard case .trace(let trace) = rate, names.insert(trace.name).inserted else { return nil }
            return trace
        }
    }
}
