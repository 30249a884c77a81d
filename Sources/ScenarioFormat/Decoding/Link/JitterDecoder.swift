import LinkModel
import Scenarios
import Wire

/// `jitter:` -> a jitter; its amount is 0 for `none`.
struct JitterDecoder {
    let values: ValueReader

    func decode(_ node: YAMLNode) -> Jitter? {
        let range = ScenarioLimits.lineDelay
        guard node.entries != nil else {
            return values.amount(node, "jitter", .duration, in: range).map { Jitter(amount: $0) }
        }
        guard let section = Section(node, "jitter", .jitter, values: values), section.demands("amount")
        else { return nil }
        let distribution: Jitter.Distribution? = section.choice("distribution")
        let correlation = ShareDecoder(values: values).correlation(section)
        return section.amount("amount", .duration, in: range).map {
            Jitter(distribution: distribution ?? .uniform, amount: $0, correlation: correlation)
        }
    }
}
