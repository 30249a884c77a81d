import Scenarios

extension Notation<TimeDistribution> {
    /// A time, or a distribution to draw it from.
    static var time: Self { Self(read, text) }

    private static func read(_ values: ValueReader, _ node: YAMLNode, _ title: String) -> TimeDistribution? {
        let range = ScenarioLimits.waiting
        guard node.entries != nil else {
            return values.amount(node, title, .duration, in: range).map { .fixed($0) }
        }
        guard let section = Section(node, title, .time, values: values),
            let kind = section.sole(of: ["from", "median"], "a time that varies is one of them")
        else { return nil }
        let other = kind == "from" ? "to" : "sigma"
        for stray in kind == "from" ? ["sigma"] : ["to"] where section.has(stray) {
            section.log.report("`\(stray)` cannot be used with `\(kind)`", at: section.keySpan(stray))
        }
        guard section.require(other) else { return nil }
        guard let first = section.value(kind, .duration(in: range)) else { return nil }
        if kind == "median" {
            let sigma = section.value("sigma", .decimal(in: ScenarioLimits.sigma))
            return sigma.map { .lognormal(median: first, sigma: $0) }
        }
        guard let last = section.value("to", .duration(in: range)) else { return nil }
        guard first <= last else {
            section.log.report("`to` must not be before `from`", at: section.place("to") ?? section.span)
            return nil
        }
        return .uniform(from: first, to: last)
    }

    private static func text(_ time: TimeDistribution) -> String {
        switch time {
        case .fixed(let time): Quantity.text(nanoseconds: time)
        case .uniform(let from, let to):
            "{ from: \(Quantity.text(nanoseconds: from)), to: \(Quantity.text(nanoseconds: to)) }"
        case .lognormal(let median, let sigma):
            "{ median: \(Quantity.text(nanoseconds: median)), sigma: \(Quantity.text(number: sigma)) }"
        }
    }
}
