import LinkModel

/// `link:` -> the line, a profile's numbers below the scenario's own.
struct LinkDecoder {
    /// What other tools say, each of them meaning something else by latency.
    private static let otherWords = [
        "delay": "`oneWayDelay`", "latency": "`oneWayDelay`, or `rtt` in `link` for both ways together",
        "bandwidth": "`rate`", "speed": "`rate`", "plr": "`loss`", "limit": "`queue`",
    ]

    let values: ValueReader

    /// Families of presets that are named but not in the catalogue.
    private static let laterFamilies = ["wpt", "chrome", "lighthouse", "firefox", "atc"]

    /// Where a scenario begins that names no profile; also stands in for a line that was refused.
    static var unlimited: LinkSettings {
        LinkSettings(parameters: LinkParameters(down: DirectionParameters(), up: DirectionParameters()))
    }

    func decode(_ node: YAMLNode) -> LinkSettings {
        var link = LinkSettings(
            parameters: LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        )
        let direction = "`down` or `up`"
        guard
            let section = Section(
                node,
                "link",
                keys: ["profile", "down", "up", "mtu", "rtt"],
                later: ["linkLayer"],
                elsewhere: Dictionary(
                    uniqueKeysWithValues: ["rate", "oneWayDelay", "loss", "queue", "jitter"].map {
                        ($0, direction)
                    }
                ),
                values: values
            )
        else { return link }
        if !section.has("profile"), !section.has("down"), !section.has("up"), !section.has("rtt") {
            section.log.report(
                "`link` says nothing of the line: give `profile`, or `down` and `up`",
                at: section.span
            )
        }
        if let profile = section["profile"].flatMap(profile) {
            link = LinkSettings(profile: profile.name, parameters: profile.link)
        }
        if let mtu = mtu(section) { link.parameters.mtu = mtu }
        applyRoundTrip(section, to: &link.parameters)
        let mtu = link.parameters.mtu
        link.parameters.down = decode(section, "down", over: link.parameters.down, mtu: mtu)
        link.parameters.up = decode(section, "up", over: link.parameters.up, mtu: mtu)
        // From here on nothing is left to a default.
        link.parameters.down.queue = link.parameters.queueLimit(.down)
        link.parameters.up.queue = link.parameters.queueLimit(.up)
        return link
    }

    private func profile(_ node: YAMLNode) -> LinkProfile? {
        guard let name = values.text(node, "profile") else { return nil }
        if let profile = LinkProfile.named(name) { return profile }
        let family = name.split(separator: "/").first.map(String.init) ?? ""
        if name.contains("/"), Self.laterFamilies.contains(family) {
            values.log.report("the family `\(family)/` of profiles is not built yet", at: node.span)
        } else if let full = LinkProfile.withFamily(name) {
            values.log.report("unknown profile \(name.quoted): say `\(full)`", at: node.span)
        } else {
            values.log.report(
                "unknown profile \(name.quoted)",
                at: node.span,
                word: name,
                among: LinkProfile.spellings
            )
        }
        return nil
    }

    /// Bytes, with the unit or, as everybody writes it, without.
    private func mtu(_ section: Section) -> Int? {
        guard let node = section["mtu"], let text = values.text(node, "mtu") else { return nil }
        let range = ScenarioLimits.mtu
        let value =
            Int64(text) == nil
            ? values.amount(node, "mtu", .bytes, in: range) : values.integer(node, "mtu", in: range)
        return value.map { Int($0) }
    }

    private func applyRoundTrip(_ section: Section, to parameters: inout LinkParameters) {
        guard let roundTrip = section.amount("rtt", .duration, in: ScenarioLimits.lineDelay) else { return }
        for key in ["down", "up"] {
            let delay = section[key]?.entries?.first { $0.key == "oneWayDelay" }
            if let delay {
                let owner = section.keySpan("rtt").flag == nil ? delay.keySpan : section.keySpan("rtt")
                section.log.report(
                    "`rtt` and `oneWayDelay` both say how long the line is: keep one",
                    at: owner
                )
            }
        }
        parameters.down.oneWayDelay = roundTrip / 2
        parameters.up.oneWayDelay = roundTrip - roundTrip / 2
    }

    private func decode(
        _ link: Section,
        _ key: String,
        over base: DirectionParameters,
        mtu: Int
    ) -> DirectionParameters {
        var direction = base
        guard let node = link[key],
            let section = Section(
                node,
                "link.\(key)",
                keys: ["rate", "oneWayDelay", "loss", "queue", "jitter"],
                elsewhere: ["mtu": "`link`", "rtt": "`link`", "profile": "`link`"],
                meant: Self.otherWords,
                values: values
            )
        else { return direction }
        if let rate = section.limit("rate", .rate, in: ScenarioLimits.rateBps) { direction.rateBps = rate }
        if let delay = section.amount("oneWayDelay", .duration, in: ScenarioLimits.lineDelay) {
            direction.oneWayDelay = delay
        }
        if let loss = section.ratio("loss") { direction.lossRatio = loss }
        if let queue = queue(section, mtu: mtu) { direction.queue = queue }
        if let jitter = section.amount("jitter", .duration, in: ScenarioLimits.lineDelay), jitter != 0 {
            section.log.report("`jitter` other than 0 is not built yet", at: section.keySpan("jitter"))
        }
        return direction
    }

    private func queue(_ section: Section, mtu: Int) -> QueueLimit? {
        guard let node = section["queue"],
            let quantity = values.quantity(node, "queue", [.packets, .bytes])
        else { return nil }
        if quantity.kind == .packets {
            return values.amount(quantity, node, "queue", in: ScenarioLimits.queuePackets).map {
                .packets(Int($0))
            }
        }
        // A queue that holds no full packet would never let one pass.
        let range = Int64(mtu)...ScenarioLimits.queueBytes.upperBound
        return values.amount(quantity, node, "queue", in: range).map { .bytes(Int($0)) }
    }
}
