import LinkModel
import Scenarios
import Wire

/// `link.down:` and `link.up:` -> one direction of a line.
struct DirectionDecoder {
    let values: ValueReader
    let traces: TraceLoader
    let mtu: Int

    func decode(_ section: Section, over base: DirectionParameters) -> DirectionParameters {
        var direction = base
        if let node = section["rate"], let rate = RateDecoder(values: values, traces: traces).decode(node) {
            direction.rate = rate
        }
        if let delay = section.value("oneWayDelay", .duration(in: ScenarioLimits.lineDelay)) {
            direction.oneWayDelay = delay
        }
        for impairment in Impairment.allCases {
            if let node = section[impairment.key] { decode(impairment, node, over: &direction) }
        }
        return direction
    }

    /// An unreadable value is already reported and leaves `direction` unchanged.
    private func decode(_ impairment: Impairment, _ node: YAMLNode, over direction: inout DirectionParameters)
    {
        switch impairment.settings {
        case .figures(let figures):
            if let said = FigureDecoder(values: values).decode(node, impairment.key, figures) {
                figures.write(said, to: &direction)
            }
        case .loss: direction.loss = Notation.loss.read(values, node, impairment.key) ?? direction.loss
        case .outages: direction.outages = OutageDecoder(values: values).decode(node) ?? direction.outages
        case .queue: QueueDecoder(values: values, mtu: mtu).decode(node, over: &direction)
        }
    }
}
