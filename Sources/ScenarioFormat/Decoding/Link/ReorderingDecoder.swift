import LinkModel
import Scenarios

/// `reorder:` -> a reordering; its share is 0 for `none`.
struct ReorderingDecoder {
    let values: ValueReader

    func decode(_ node: YAMLNode) -> Reordering? {
        guard node.entries != nil else {
            return values.ratio(node, "reorder").map { Reordering(share: PacketShare($0)) }
        }
        guard let section = Section(node, "reorder", .reordering, values: values), section.demands("share")
        else { return nil }
        let share = ShareDecoder(values: values).share(section, "share")
        let gap = section.integer("gap", in: ScenarioLimits.gap)
        return share.map { Reordering(share: $0, gap: gap.map { Int($0) } ?? 1) }
    }
}
