import LinkModel
import Scenarios
import Wire

/// `link.down:` and `link.up:` -> one direction of a line.
struct DirectionDecoder {
    /// What other tools say, each of them meaning something else by latency.
    static let otherWords = [
        "delay": "`oneWayDelay`", "latency": "`oneWayDelay`, or `rtt` in `link` for both ways together",
        "bandwidth": "`rate`", "speed": "`rate`", "plr": "`loss`", "limit": "`queue`",
        "discipline": "`queue: { discipline: ... }`", "ecn": "`queue: { ecn: true }`",
        "duplication": "`duplicate`", "corruption": "`corrupt`", "reordering": "`reorder`",
        "outage": "`outages`", "policer": "`police`", "burst": "`police: { rate: ..., burst: ... }`",
        "gap": "`reorder: { share: ..., gap: ... }`", "trace": "`rate: { trace: FILE }`",
        "schedule": "`rate: { schedule: [...] }`", "gilbertElliott": "`loss: { gilbertElliott: ... }`",
        "gemodel": "`loss: { gilbertElliott: ... }`", "fourState": "`loss: { fourState: ... }`",
        "overhead": "`linkLayer` in `link`", "atm": "`linkLayer: { cell: atm }` in `link`",
    ]

    let values: ValueReader
    let traces: TraceShelf
    let mtu: Int

    func section(_ node: YAMLNode, _ title: String) -> Section? {
        let elsewhere = Dictionary(
            uniqueKeysWithValues: ["mtu", "rtt", "profile", "linkLayer", "dnsDelay"].map { ($0, "`link`") }
        )
        return Section(
            node,
            title,
            .direction,
            elsewhere: elsewhere,
            meant: Self.otherWords,
            values: values
        )
    }

    func decode(_ section: Section, over base: DirectionParameters) -> DirectionParameters {
        var direction = base
        let shares = ShareDecoder(values: values)
        if let node = section["rate"], let rate = RateDecoder(values: values, traces: traces).decode(node) {
            direction.rate = rate
        }
        if let delay = section.amount("oneWayDelay", .duration, in: ScenarioLimits.lineDelay) {
            direction.oneWayDelay = delay
        }
        if let node = section["jitter"], let jitter = JitterDecoder(values: values).decode(node) {
            direction.jitter = jitter.amount == 0 ? nil : jitter
        }
        if let node = section["loss"], let loss = LossDecoder(values: values).decode(node) {
            direction.loss = loss
        }
        if let share = section["duplicate"].flatMap({ shares.decode($0, "duplicate") }) {
            direction.duplication = share
        }
        if let share = section["corrupt"].flatMap({ shares.decode($0, "corrupt") }) {
            direction.corruption = share
        }
        if let node = section["reorder"], let reordering = ReorderingDecoder(values: values).decode(node) {
            direction.reordering = reordering.share.ratio == 0 ? nil : reordering
        }
        if let node = section["outages"], let outages = OutageDecoder(values: values).decode(node) {
            direction.outages = outages
        }
        if let node = section["police"], let policer = PolicerDecoder(values: values).decode(node) {
            direction.policer = policer
        }
        if let node = section["queue"] {
            QueueDecoder(values: values, mtu: mtu).decode(node, over: &direction)
        }
        return direction
    }
}
