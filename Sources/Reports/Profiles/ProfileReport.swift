package import LinkModel
package import Runs

/// The link profiles, as a list, one by one, and as JSON.
package enum ProfileReport {
    /// Ends with a line feed.
    package static func list(_ profiles: [LinkProfile], _ style: TerminalStyle) -> String {
        func column(_ heading: [String], priority: Int? = nil, _ cell: (LinkProfile) -> String)
            -> TextTable.Column
        {
            TextTable.Column(heading: heading, cells: profiles.map(cell), priority: priority)
        }
        var name = column(["profile"]) { $0.name }
        name.isRightAligned = false
        var about = column(["what it is"], priority: 0) { $0.about }
        about.isRightAligned = false
        let table = TextTable(
            columns: [
                name, column(["rate", "down"]) { RateFormat.text($0.link.down.rateBps) },
                column(["rate", "up"]) { RateFormat.text($0.link.up.rateBps) },
                column(["delay", "down"], priority: 3) { DurationFormat.text($0.link.down.oneWayDelay) },
                column(["delay", "up"], priority: 2) { DurationFormat.text($0.link.up.oneWayDelay) },
                column(["loss", "each way"], priority: 1) {
                    FixedPoint.percent($0.link.down.lossRatio, digits: 0)
                },
                about,
            ],
            indent: 0
        )
        return table.lines(style).map { $0 + "\n" }.joined()
    }

    /// Ends with a line feed.
    package static func detail(_ profile: LinkProfile, _ style: TerminalStyle) -> String {
        var facts = [("down", direction(profile.link, .down)), ("up", direction(profile.link, .up))]
        facts.append(("MTU", ByteFormat.text(profile.link.mtu)))
        facts.append(("source", profile.source))
        facts.append(("latency", profile.latencyMeaning))
        if let unverified = profile.unverified { facts.append(("unverified", unverified)) }
        if let missing = profile.missing { facts.append(("missing", missing)) }
        let lines = facts.flatMap { label, text -> [String] in
            let body = text.wrapped(style.width, indent: 14)
            return ["  \(label.padded(toRight: 10))  \((body.first ?? "").dropFirst(14))"] + body.dropFirst()
        }
        let head = style.accent(profile.name, .bold) + ": " + profile.about
        return ([head] + lines).map { $0 + "\n" }.joined()
    }

    package static func json(_ profiles: [LinkProfile]) -> JSONValue {
        ["schema": "netlab.profiles/1", "profiles": .array(profiles.map(json))]
    }

    private static func json(_ profile: LinkProfile) -> JSONValue {
        [
            "name": profile.name.json, "about": profile.about.json, "down": json(profile.link, .down),
            "up": json(profile.link, .up), "mtu": profile.link.mtu.json, "source": profile.source.json,
            "latencyMeaning": profile.latencyMeaning.json, "unverified": profile.unverified.json,
            "missing": profile.missing.json,
        ]
    }

    private static func json(_ link: LinkParameters, _ direction: LinkDirection) -> JSONValue {
        let side = link[direction]
        return [
            "rateBps": side.rateBps.json, "oneWayDelayNs": side.oneWayDelay.json,
            "lossRatio": side.lossRatio.json, "queueBytes": link.queueBytes(direction).json,
        ]
    }

    private static func direction(_ link: LinkParameters, _ direction: LinkDirection) -> String {
        let side = link[direction]
        return
            "\(RateFormat.text(side.rateBps)), one-way delay \(DurationFormat.text(side.oneWayDelay)), loss "
            + "\(FixedPoint.percent(side.lossRatio, digits: 0)), queue "
            + link.queueLimit(direction).text
    }
}
