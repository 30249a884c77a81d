import Figures
package import JSON
package import LinkModel
import Runs

/// The link profiles, as a list, one by one, and as JSON.
package enum ProfileReport {
    /// Whole, as far as there is room at all: names are there to be typed.
    private static let nameWidth = TextTable.Shrinking(whileOthersLeave: 28, atLeast: 12)

    /// A table for each family. Ends with a line feed.
    package static func list(_ families: [ProfileFamily], _ style: TerminalStyle) -> String {
        families.map { table($0).lines(style).map { $0 + "\n" }.joined() }.joined(separator: "\n")
    }

    /// One family, with what its tool means by latency. Ends with a line feed.
    package static func list(_ family: ProfileFamily, _ style: TerminalStyle) -> String {
        let meaning = "latency: \(family.latencyMeaning)".wrapped(style.width)
        return list([family], style) + "\n" + meaning.map { $0 + "\n" }.joined()
    }

    private static func table(_ family: ProfileFamily) -> TextTable {
        func column(_ heading: [String], priority: Int? = nil, _ cell: (LinkProfile) -> String)
            -> TextTable.Column
        {
            TextTable.Column(heading: heading, cells: family.profiles.map(cell), priority: priority)
        }
        var name = column([family.title]) { $0.name }
        name.isRightAligned = false
        name.shrinking = nameWidth
        var about = column(["", "what it is"], priority: 0) { $0.about }
        about.isRightAligned = false
        return TextTable(
            columns: [
                name, column(["rate", "down"]) { ExactDecimal.rate($0.link.down.rateBps) },
                column(["rate", "up"], priority: 4) { ExactDecimal.rate($0.link.up.rateBps) },
                column(["delay", "down"], priority: 3) { delay($0.link.down) },
                column(["delay", "up"], priority: 2) { delay($0.link.up) },
                column(["loss"], priority: 1) { loss($0.link.down) }, about,
            ],
            indent: 0
        )
    }

    /// Ends with a line feed.
    package static func detail(_ profile: LinkProfile, _ style: TerminalStyle) -> String {
        var facts = [("down", direction(profile.link, .down)), ("up", direction(profile.link, .up))]
        facts.append(("MTU", ByteFormat.text(profile.link.mtu)))
        if let framing = FramingWords(profile.link.framing).text { facts.append(("link layer", framing)) }
        facts.append(("names", names(profile.link)))
        facts.append(("source", profile.source))
        facts.append(("latency", profile.latencyMeaning))
        if let unverified = profile.unverified { facts.append(("unverified", unverified)) }
        if let missing = profile.missing { facts.append(("missing", missing)) }
        let lines = facts.flatMap { label, text -> [String] in
            let body = text.wrapped(style.width, indent: 14)
            return ["  \(label.padded(toRight: 10))  \((body.first ?? "").dropFirst(14))"] + body.dropFirst()
        }
        var head = "\(profile.name): \(profile.about)".wrapped(style.width, hanging: 2)
        head[0] = style.accent(profile.name, .bold) + head[0].dropFirst(profile.name.count)
        return (head + lines).map { $0 + "\n" }.joined()
    }

    package static func json(_ profiles: [LinkProfile]) -> JSONValue {
        ["schema": "netlab.profiles/1", "profiles": .array(profiles.map(json))]
    }

    private static func json(_ profile: LinkProfile) -> JSONValue {
        [
            "name": profile.name.json, "family": (profile.family?.name).json, "about": profile.about.json,
            "down": profile.link.json(.down), "up": profile.link.json(.up), "mtu": profile.link.mtu.json,
            "dnsDelayNs": profile.link.dnsDelay.json,
            "source": profile.source.json, "latencyMeaning": profile.latencyMeaning.json,
            "unverified": profile.unverified.json, "missing": profile.missing.json,
        ]
    }

    /// The numbers to their last digit: this is where they are looked up.
    private static func direction(_ link: LinkParameters, _ direction: LinkDirection) -> String {
        let side = link[direction]
        let words = DirectionWords(link, direction)
        let rate = side.rate.isSteady ? ExactDecimal.rate(side.rateBps) : words.rate
        return
            ([rate, "one-way delay \(delay(side))", "loss \(loss(side))"] + words.impairments + [words.queue])
            .joined(separator: ", ")
    }

    private static func names(_ link: LinkParameters) -> String {
        guard link.dnsDelay > 0 else { return "the client knows the address: a run asks no name server" }
        return "the name server across the line answers each question after "
            + ExactDecimal.milliseconds(link.dnsDelay)
    }

    private static func delay(_ side: DirectionParameters) -> String {
        ExactDecimal.milliseconds(side.oneWayDelay)
    }

    private static func loss(_ side: DirectionParameters) -> String {
        ExactDecimal.text(Int64((side.lossRatio * 1e6).rounded()), decimals: 4) + " %"
    }
}
