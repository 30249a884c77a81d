import LinkModel
import Scenarios

/// `police:` -> a policer; `.some(nil)` for `none`.
struct PolicerDecoder {
    let values: ValueReader

    func decode(_ node: YAMLNode) -> Policer?? {
        if node.scalar?.text == "none" { return .some(nil) }
        guard let section = Section(node, "police", .policer, values: values),
            section.demands("rate", "burst")
        else { return nil }
        let rate = section.amount("rate", .rate, in: ScenarioLimits.rateBps)
        let burst = section.amount("burst", .bytes, in: ScenarioLimits.queueBytes)
        guard let rate, let burst else { return nil }
        return Policer(rateBps: rate, burst: Int(burst))
    }
}
