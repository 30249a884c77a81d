import LinkModel

/// A scenario written out with every default filled in: loading it gives the same scenario again.
///
/// The text is a function of the scenario alone, so equal scenarios have equal digests.
package struct ResolvedScenario {
    package let scenario: Scenario

    package init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    package var text: String {
        (["netlab: 1"] + heading + link + origin + ["client:"] + client(scenario.client, indent: "  ") + steps
            + expectations).joined(separator: "\n") + "\n"
    }

    private var heading: [String] {
        var lines = ["name: \(Self.quoted(scenario.name))"]
        if let about = scenario.about { lines.append("about: \(Self.quoted(about))") }
        return lines + ["seed: \(scenario.seed)"]
    }

    private var link: [String] {
        let settings = scenario.link
        return ["link:"] + (settings.profile.map { ["  profile: \($0)"] } ?? []) + [
            "  down: \(direction(.down))",
            "  up: \(direction(.up))",
            "  mtu: \(settings.parameters.mtu)",
        ]
    }

    private func direction(_ which: LinkDirection) -> String {
        let direction = scenario.link.parameters[which]
        let queue =
            switch scenario.link.parameters.queueLimit(which) {
            case .packets(let count): "\(count) packets"
            case .bytes(let count): Quantity.text(bytes: count)
            }
        let fields = [
            "rate: \(direction.rateBps.map { Quantity.text(rateBps: $0) } ?? "unlimited")",
            "oneWayDelay: \(Quantity.text(nanoseconds: direction.oneWayDelay))",
            "loss: \(Quantity.text(ratio: direction.lossRatio))",
            "queue: \(queue)",
        ]
        return "{ \(fields.joined(separator: ", ")) }"
    }

    private var origin: [String] {
        let settings = scenario.origin
        let lines = [
            "origin:",
            "  tls: false",
            "  http: [http/1.1]",
            "  congestion: \(settings.congestion.rawValue)",
            "  delay: \(Quantity.text(nanoseconds: settings.delay))",
            "  etag: \(settings.etag.rawValue)",
            "  files:",
        ]
        return lines
            + settings.files.map { file in
                let delay = file.delay.map { ", delay: \(Quantity.text(nanoseconds: $0))" } ?? ""
                let size = "size: \(file.size) B"
                return "    \(Self.quoted(file.name)): { image: \(file.image.rawValue), \(size)\(delay) }"
            }
    }

    private func client(_ settings: ClientSettings, indent: String) -> [String] {
        [
            "policy: \(settings.policy.rawValue)",
            "revalidate: \(settings.revalidate.rawValue)",
            "memory: \(limits(settings.memory))",
            "disk: \(limits(settings.disk))",
            "connections: \(settings.connections)",
            "timeout: \(Quantity.text(nanoseconds: settings.timeout))",
        ].map { indent + $0 }
    }

    private func limits(_ limits: ClientSettings.CacheLimits) -> String {
        let size = limits.size.map { Quantity.text(bytes: $0) } ?? "unlimited"
        let count = limits.count.map { "\($0)" } ?? "unlimited"
        let ttl = limits.timeToLive.map { Quantity.text(nanoseconds: $0) } ?? "unlimited"
        return "{ size: \(size), count: \(count), ttl: \(ttl) }"
    }

    private var steps: [String] {
        ["steps:"] + scenario.steps.flatMap(step)
    }

    private func step(_ step: Step) -> [String] {
        switch step {
        case .fetch(let fetch):
            ["  - name: \(Self.quoted(fetch.name))", "    fetch:"] + fetch.entries.map(entry) + [
                "    start: \(start(fetch.start))"
            ]
        case .forget(let what): ["  - forget: \(what.rawValue)"]
        case .change(let files): ["  - change: [\(files.map(Self.quoted).joined(separator: ", "))]"]
        case .client(let settings): ["  - client:"] + client(settings, indent: "      ")
        case .wait(let time): ["  - wait: \(Quantity.text(nanoseconds: time))"]
        }
    }

    private func entry(_ entry: FetchStep.Entry) -> String {
        let file = Self.quoted(entry.file)
        guard let at = entry.at else { return "      - \(file)" }
        return "      - { file: \(file), at: \(Quantity.text(nanoseconds: at)) }"
    }

    private func start(_ start: FetchStep.Start) -> String {
        switch start {
        case .together: "together"
        case .inTurn: "in-turn"
        case .every(let interval): "every \(Quantity.text(nanoseconds: interval))"
        }
    }

    private var expectations: [String] {
        scenario.expectations.isEmpty
            ? [] : ["expect:"] + scenario.expectations.map { "  - \(Self.quoted($0.text))" }
    }

    /// Plain where nobody could read anything else into it, else in double quotes.
    private static func quoted(_ text: String) -> String {
        let isPlain =
            text.first?.isLetter == true && text.last != " "
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._/ ".unicodeScalars.contains($0))
            }
            && !["null", "true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
        if isPlain { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            // Other line ends would be folded.
            case "\u{2028}": quoted += "\\L"
            case "\u{2029}": quoted += "\\P"
            case _ where isUnseen(scalar):
                let code = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\U" + String(repeating: "0", count: 8 - code.count) + code
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Not to be written as it is: it would be refused, dropped or taken for a line end.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}
