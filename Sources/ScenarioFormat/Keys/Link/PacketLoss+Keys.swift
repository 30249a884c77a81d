import LinkModel

extension GilbertElliott: Keyed {
    static var blank: GilbertElliott { GilbertElliott(toBad: 0, toGood: 0) }
    static var needed: [String] { ["toBad", "toGood"] }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("toBad", &toBad, .ratio)
        keys.key("toGood", &toGood, .ratio)
        keys.key("lossInBad", &lossInBad, .ratio)
        keys.key("lossInGood", &lossInGood, .ratio)
    }
}

extension FourStateLoss: Keyed {
    static var blank: FourStateLoss { FourStateLoss(p13: 0) }
    static var needed: [String] { ["p13"] }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("p13", &p13, .ratio)
        keys.key("p31", &p31, .ratio)
        keys.key("p32", &p32, .ratio)
        keys.key("p23", &p23, .ratio)
        keys.key("p14", &p14, .ratio)
    }
}

extension Notation<PacketLoss> {
    /// How packets are lost at random: a share of them, or a model.
    static var loss: Self { Self(read, text) }

    private static func text(_ loss: PacketLoss) -> String {
        switch loss {
        case .random(let share):
            let ratio = Quantity.text(ratio: share.ratio)
            guard share.correlation != 0 else { return ratio }
            return "{ random: \(ratio), correlation: \(Quantity.text(ratio: share.correlation)) }"
        case .gilbertElliott(let chain): return "{ gilbertElliott: \(KeyWriter.mapping(chain.fields)) }"
        case .fourState(let chain): return "{ fourState: \(KeyWriter.mapping(chain.fields)) }"
        }
    }

    private static func read(_ values: ValueReader, _ node: YAMLNode, _ title: String) -> PacketLoss? {
        guard node.entries != nil else {
            return values.ratio(node, title).map { .random(PacketShare($0)) }
        }
        guard let section = Section(node, title, .loss, values: values) else { return nil }
        let models = ["random", "gilbertElliott", "fourState"]
        guard let model = section.sole(of: models, "`\(title)` is one of them") else { return nil }
        if model != "random", section.has("correlation") {
            section.log.report(
                "`correlation` belongs to `random`: \(model) itself sets how losses depend on each other",
                at: section.keySpan("correlation")
            )
        }
        switch model {
        case "random": return random(section)
        case "gilbertElliott": return section[model].flatMap { gilbertElliott(values, $0) }
        default: return section[model].flatMap { fourState(values, $0) }
        }
    }

    private static func random(_ section: Section) -> PacketLoss? {
        let correlation = section["correlation"].flatMap { section.values.correlation($0, "correlation") }
        return section.value("random", .ratio).map {
            .random(PacketShare($0, correlation: $0 == 0 ? 0 : correlation ?? 0))
        }
    }

    private static func gilbertElliott(_ values: ValueReader, _ node: YAMLNode) -> PacketLoss? {
        let reports = values.log.reports
        let read = Notation<GilbertElliott>.mapping().read(values, node, "gilbertElliott")
        guard let chain = read, values.log.reports == reports else { return nil }
        if chain.toGood == 0, chain.toBad > 0, chain.lossInBad == 1 {
            values.log.report(
                "the bad state loses every packet and is never left: give `toGood` more than 0 %",
                at: node.place("toGood")
            )
        } else if chain.toBad == 0, chain.lossInGood == 1 {
            values.log.report(
                "the good state loses every packet and is never left: write `loss: 100 %` instead",
                at: node.place("toBad")
            )
        }
        return .gilbertElliott(chain)
    }

    private static func fourState(_ values: ValueReader, _ node: YAMLNode) -> PacketLoss? {
        let reports = values.log.reports
        guard var chain = Notation<FourStateLoss>.mapping().read(values, node, "fourState") else {
            return nil
        }
        // Left alone, state 3 is left for one of the others.
        if node.entries?.contains(where: { $0.key == "p31" }) == false { chain.p31 = 1 - chain.p32 }
        guard values.log.reports == reports else { return nil }
        // Percentages are decimals, so their sums have rounding errors.
        for (one, other, sum) in [
            ("p13", "p14", chain.p13 + chain.p14), ("p31", "p32", chain.p31 + chain.p32),
        ] where sum > 1 + 1e-9 {
            let last = [other, one].first { key in node.entries?.contains { $0.key == key } == true }
            values.log.report(
                "`\(one)` and `\(other)` leave the same state: together they are at most 100 %",
                at: node.place(last ?? one)
            )
        }
        if chain.p13 > 0, chain.p31 + chain.p32 == 0 {
            values.log.report(
                "state 3 loses every packet and is never left: give `p31` or `p32` more than 0 %",
                at: node.place("p31")
            )
        }
        return .fourState(chain)
    }
}
