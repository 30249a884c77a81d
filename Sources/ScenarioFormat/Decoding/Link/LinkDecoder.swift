import LinkModel
import Scenarios

/// `link:` -> the line: a profile's numbers, or the line before a step, with these settings applied.
struct LinkDecoder {
    let values: ValueReader
    let traces: TraceLoader

    /// The line at the start of a run. Queue limits that are not set stay open.
    func decode(_ node: YAMLNode) -> LinkSettings {
        guard let section = Section(node, "link", .link, values: values) else { return LinkSettings() }
        if !["profile", "down", "up", "rtt"].contains(where: section.has) {
            section.log.report(
                "`link` does not describe the line: give `profile`, or `down` and `up`",
                at: section.span
            )
        }
        let reports = values.log.reports
        var link = LinkSettings()
        if let profile = section["profile"].flatMap(profile) {
            link = LinkSettings(profile: profile.name, parameters: profile.link)
        }
        if let mtu = mtu(section) { link.parameters.mtu = mtu }
        if let delay = section.value("dnsDelay", .duration(in: ScenarioLimits.lineDelay)) {
            link.parameters.dnsDelay = delay
        }
        addresses(section, of: &link.parameters)
        lay(section, over: &link.parameters, before: nil, reportsBefore: reports)
        return link
    }

    /// The line from a step on; `before` is the previous one. Queue limits that are not set stay open.
    func decode(step node: YAMLNode, over before: LinkSettings) -> LinkSettings {
        guard let section = Section(node, "link", .link, values: values) else { return before }
        if section.isEmpty, node.entries?.isEmpty == true {
            section.log.report("`link` changes nothing: give `profile`, `down` or `up`", at: section.span)
        }
        let reports = values.log.reports
        var link = before
        if let node = section["profile"], let profile = profile(node) {
            link = LinkSettings(profile: profile.name, parameters: profile.link)
            link.parameters.mtu = before.parameters.mtu
            link.parameters.keepAddresses(of: before.parameters)
            if profile.link.dnsDelay != before.parameters.dnsDelay {
                values.log.report(
                    "the profile `\(profile.name)` has a `dnsDelay` of "
                        + "\(Quantity.text(nanoseconds: profile.link.dnsDelay)), but the run has "
                        + "\(Quantity.text(nanoseconds: before.parameters.dnsDelay)), which cannot change within a run",
                    at: node.span
                )
            }
        }
        for (key, owner) in Self.fixed where section.has(key) {
            section.log.report(
                "`\(key)` is \(owner), not the line's: it cannot change within a run",
                at: section.keySpan(key)
            )
        }
        lay(section, over: &link.parameters, before: before.parameters, reportsBefore: reports)
        return link
    }

    /// What cannot change within a run, and whose it is.
    private static let fixed = [
        ("mtu", "the hosts'"), ("dnsDelay", "the name server's"), ("aaaaDelay", "the name server's"),
        ("ip", "the hosts'"), ("ip6", "the hosts'"),
    ]

    /// RFC 8200. Linux has no IPv6 on an interface that takes less.
    private static let leastMTUOfIPv6 = 1280

    /// Decodes which versions of IP there are, and how IPv6 fails.
    private func addresses(_ section: Section, of link: inout LinkParameters) {
        if let delay = section.value("aaaaDelay", .duration(in: ScenarioLimits.lineDelay)) {
            link.aaaaDelay = delay
        }
        if let versions = section.value("ip", Notation<IPVersions>.word) { link.ip = versions }
        if let fault = section.value("ip6", Notation<IPv6Fault>.word) { link.ip6Fault = fault }
        if link.ip != .v4, link.mtu < Self.leastMTUOfIPv6,
            let span = section.place("mtu") ?? section.place("ip") ?? section.place("profile")
        {
            section.log.report(
                "IPv6 needs an `mtu` of at least \(Self.leastMTUOfIPv6), not \(link.mtu)",
                at: span
            )
        }
        if link.ip6Fault != nil, link.ip != .both, let span = section.place("ip6") ?? section.place("ip") {
            section.log.report("`ip6` lets IPv6 fail where IPv4 works: it needs `ip: both`", at: span)
        }
    }

    /// Decodes what every line may set. Checks that the parts fit together only if each could be read.
    private func lay(
        _ section: Section,
        over link: inout LinkParameters,
        before: LinkParameters?,
        reportsBefore: Int
    ) {
        link.framing = framing(section, over: link.framing)
        applyRoundTrip(section, to: &link)
        let check = LinkCheck(link: section)
        for key in LinkDirection.allCases.reversed().map(\.rawValue) {
            let direction = key == "down" ? \LinkParameters.down : \.up
            let decoder = DirectionDecoder(values: values, traces: traces, mtu: link.mtu)
            let part = section[key].flatMap { Section($0, "link.\(key)", .direction, values: values) }
            if let part { link[keyPath: direction] = decoder.decode(part, over: link[keyPath: direction]) }
            if values.log.reports == reportsBefore {
                check.check(
                    link[keyPath: direction],
                    over: before?[keyPath: direction],
                    key,
                    part,
                    mtu: link.mtu
                )
            }
        }
    }

    private func profile(_ node: YAMLNode) -> LinkProfile? {
        guard let name = values.text(node, "profile") else { return nil }
        if let profile = LinkCatalogue.profile(named: name) { return profile }
        let sharing = LinkCatalogue.names(sharing: name)
        let isNear = Spelling.nearest(to: name, among: LinkCatalogue.spellings) != nil
        if !sharing.isEmpty {
            let list = sharing.map { "`\($0)`" }.joined(separator: " or ")
            values.log.report(
                "\(name.quoted) is a profile of several families: write \(list)",
                at: node.span
            )
        } else {
            values.log.report(
                "unknown profile \(name.quoted)" + (isNear ? "" : ": `netlab profiles` lists them"),
                at: node.span,
                word: name,
                among: LinkCatalogue.spellings
            )
        }
        return nil
    }

    /// Bytes, with the unit or, as is common, without.
    private func mtu(_ section: Section) -> Int? {
        guard let node = section["mtu"], let text = values.text(node, "mtu") else { return nil }
        let range = ScenarioLimits.mtu
        let value =
            Int64(text) == nil
            ? values.amount(node, "mtu", .bytes, in: range) : values.integer(node, "mtu", in: range)
        return value.map { Int($0) }
    }

    private func framing(_ link: Section, over base: LinkFraming) -> LinkFraming {
        guard let node = link["linkLayer"],
            let section = Section(node, "linkLayer", .linkLayer, values: values)
        else { return base }
        if section.isEmpty, node.entries?.isEmpty == true {
            section.log.report("`linkLayer` is empty: give `overhead` or `cell`", at: section.span)
        }
        return base.changed(by: section)
    }

    private func applyRoundTrip(_ section: Section, to parameters: inout LinkParameters) {
        guard let roundTrip = section.value("rtt", .duration(in: ScenarioLimits.lineDelay)) else { return }
        for key in ["down", "up"] {
            let delay = section[key]?.entries?.first { $0.key == "oneWayDelay" }
            if let delay {
                let owner = section.keySpan("rtt").flag == nil ? delay.keySpan : section.keySpan("rtt")
                section.log.report(
                    "`rtt` and `oneWayDelay` both set the line's delay: keep one",
                    at: owner
                )
            }
        }
        parameters.down.oneWayDelay = roundTrip / 2
        parameters.up.oneWayDelay = roundTrip - roundTrip / 2
    }
}
