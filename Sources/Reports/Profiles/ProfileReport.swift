import Figures
package import JSON
package import LinkModel
import Runs

/// The link profiles as a list, in detail, and as JSON.
package enum ProfileReport {
    /// Names are meant to be typed: they are shortened only when no column can be left out.
    private static let nameWidth = ReportColumn.Shrinking(preferred: 28, atLeast: 12)

    /// One table per family.
    package static func list(_ families: [ProfileFamily]) -> ReportDocument {
        ReportDocument(families.map { [.table(table($0))] })
    }

    /// One family, with its tool's meaning of latency.
    package static func list(_ family: ProfileFamily) -> ReportDocument {
        ReportDocument([[.table(table(family))], [.text("latency: \(family.latencyMeaning)")]])
    }

    private static func table(_ family: ProfileFamily) -> ReportTable {
        ReportTable(
            family.profiles,
            [
                .text(family.title, shrinking: nameWidth) { $0.name },
                .number("rate", "down") { ExactDecimal.rate($0.link.down.rateBps) },
                .number("rate", "up", priority: 4) { ExactDecimal.rate($0.link.up.rateBps) },
                .number("delay", "down", priority: 3) { delay($0.link.down) },
                .number("delay", "up", priority: 2) { delay($0.link.up) },
                .number("loss", priority: 1) { loss($0.link.down) },
                .text("", "what it is", priority: 0) { $0.about },
            ],
            indent: 0
        )
    }

    package static func detail(_ profile: LinkProfile) -> ReportDocument {
        let facts: [(String, String?)] = [
            ("down", direction(profile.link, .down)), ("up", direction(profile.link, .up)),
            ("MTU", ByteFormat.text(profile.link.mtu)),
            ("link layer", FramingWords(profile.link.framing).text), ("names", names(profile.link)),
            ("source", profile.source), ("latency", profile.latencyMeaning),
            ("unverified", profile.unverified), ("missing", profile.missing),
        ]
        let terms = facts.compactMap { name, fact in fact.map { ReportTerm(name, meaning: $0) } }
        return ReportDocument([
            [
                .paragraph(ReportParagraph(profile.about, lead: profile.name, hanging: 2)),
                .terms(ReportTerms(terms)),
            ]
        ])
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

    /// Exact numbers, since readers look them up here.
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
