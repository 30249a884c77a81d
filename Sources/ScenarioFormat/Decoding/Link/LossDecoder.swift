import LinkModel

/// `loss:` -> how packets are lost at random.
struct LossDecoder {
    let values: ValueReader

    func decode(_ node: YAMLNode) -> PacketLoss? {
        guard node.entries != nil else {
            return values.ratio(node, "loss").map { .random(PacketShare($0)) }
        }
        guard let section = Section(node, "loss", .loss, values: values) else { return nil }
        let models = ["random", "gilbertElliott", "fourState"]
        guard let model = section.sole(of: models, "`loss` is one of them") else { return nil }
        if model != "random", section.has("correlation") {
            section.log.report(
                "`correlation` belongs to `random`: \(model) itself sets how losses depend on each other",
                at: section.keySpan("correlation")
            )
        }
        switch model {
        case "random": return random(section)
        case "gilbertElliott": return section[model].flatMap(gilbertElliott).map { .gilbertElliott($0) }
        default: return section[model].flatMap(fourState).map { .fourState($0) }
        }
    }

    private func random(_ section: Section) -> PacketLoss? {
        let correlation = section["correlation"].flatMap { values.correlation($0, "correlation") } ?? 0
        return section.ratio("random").map {
            .random(PacketShare($0, correlation: $0 == 0 ? 0 : correlation))
        }
    }

    private func gilbertElliott(_ node: YAMLNode) -> GilbertElliott? {
        guard let section = Section(node, "gilbertElliott", .gilbertElliott, values: values),
            section.require("toBad", "toGood")
        else { return nil }
        let inBad = section.ratio("lossInBad")
        let inGood = section.ratio("lossInGood")
        guard let toBad = section.ratio("toBad"), let toGood = section.ratio("toGood") else { return nil }
        let chain = GilbertElliott(
            toBad: toBad,
            toGood: toGood,
            lossInBad: inBad ?? 1,
            lossInGood: inGood ?? 0
        )
        if toGood == 0, toBad > 0, chain.lossInBad == 1 {
            section.log.report(
                "the bad state loses every packet and is never left: give `toGood` more than 0 %",
                at: section.place("toGood") ?? section.span
            )
        } else if toBad == 0, chain.lossInGood == 1 {
            section.log.report(
                "the good state loses every packet and is never left: write `loss: 100 %` instead",
                at: section.place("toBad") ?? section.span
            )
        }
        return chain
    }

    private func fourState(_ node: YAMLNode) -> FourStateLoss? {
        guard let section = Section(node, "fourState", .fourState, values: values), section.require("p13")
        else { return nil }
        let reports = section.log.reports
        let p32 = section.ratio("p32") ?? 0
        let chain = FourStateLoss(
            p13: section.ratio("p13") ?? 0,
            p31: section.ratio("p31") ?? 1 - p32,
            p32: p32,
            p23: section.ratio("p23") ?? 1,
            p14: section.ratio("p14") ?? 0
        )
        guard section.log.reports == reports else { return nil }
        // Percentages are decimals, so their sums have rounding errors.
        for (one, other, sum) in [
            ("p13", "p14", chain.p13 + chain.p14), ("p31", "p32", chain.p31 + chain.p32),
        ] where sum > 1 + 1e-9 {
            section.log.report(
                "`\(one)` and `\(other)` leave the same state: together they are at most 100 %",
                at: section.place(other) ?? section.place(one) ?? section.span
            )
        }
        if chain.p13 > 0, chain.p31 + chain.p32 == 0 {
            section.log.report(
                "state 3 loses every packet and is never left: give `p31` or `p32` more than 0 %",
                at: section.place("p31") ?? section.span
            )
        }
        return chain
    }
}
