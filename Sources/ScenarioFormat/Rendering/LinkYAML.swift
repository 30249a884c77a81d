package import LinkModel
package import Scenarios

/// A line written as a scenario's `link:`: loading it returns the same line.
package struct LinkYAML {
    private let link: LinkSettings
    /// The line to which the written settings apply.
    private let base: LinkParameters
    /// True if only differences from `base` are written.
    private let isStep: Bool
    private let namesProfile: Bool

    /// The line at the start of a run.
    package init(_ link: LinkSettings) {
        self.link = link
        base = Self.profile(link) ?? LinkSettings().parameters
        isStep = false
        namesProfile = link.profile != nil
    }

    /// The line from a step on.
    init(_ link: LinkSettings, since before: LinkSettings) {
        self.link = link
        namesProfile = link.profile != nil && link.profile != before.profile
        base = (namesProfile ? Self.profile(link) : nil) ?? before.parameters
        isStep = true
    }

    package init(_ parameters: LinkParameters) {
        self.init(LinkSettings(parameters: parameters))
    }

    /// Ends with a line feed.
    package var text: String {
        lines(indent: "").map { $0 + "\n" }.joined()
    }

    func lines(indent: String) -> [String] {
        let blank = String(repeating: " ", count: indent.count + 2)
        return ["\(indent)link:"] + fields.map { blank + $0 }
    }

    private static func profile(_ link: LinkSettings) -> LinkParameters? {
        link.profile.flatMap { LinkCatalogue.profile(named: $0) }?.link
    }

    /// Which versions of IP there are, and how IPv6 fails.
    private var addresses: [String] {
        let parameters = link.parameters
        var fields: [String] = []
        if parameters.aaaaDelay != base.aaaaDelay {
            fields.append("aaaaDelay: \(Quantity.text(nanoseconds: parameters.aaaaDelay))")
        }
        if parameters.ip != base.ip { fields.append("ip: \(parameters.ip.rawValue)") }
        if parameters.ip6Fault != base.ip6Fault, let fault = parameters.ip6Fault {
            fields.append("ip6: \(fault.rawValue)")
        }
        return fields
    }

    private var fields: [String] {
        let parameters = link.parameters
        var fields = namesProfile ? ["profile: \(link.profile ?? "")"] : []
        for direction in LinkDirection.allCases.reversed() {
            let side = DirectionYAML(
                parameters[direction],
                over: base[direction],
                queue: parameters.queueLimit(direction),
                isWhole: !isStep || namesProfile
            ).fields
            if !side.isEmpty { fields.append("\(direction.rawValue): { \(side.joined(separator: ", ")) }") }
        }
        if !isStep { fields.append("mtu: \(parameters.mtu)") }
        if parameters.framing != base.framing {
            fields.append("linkLayer: \(KeyWriter.mapping(parameters.framing.fields))")
        }
        if !isStep, parameters.dnsDelay != base.dnsDelay {
            fields.append("dnsDelay: \(Quantity.text(nanoseconds: parameters.dnsDelay))")
        }
        if !isStep { fields += addresses }
        // A step that changes nothing repeats one unchanged setting.
        return fields.isEmpty ? ["down: { rate: \(DirectionYAML.text(parameters.down.rate)) }"] : fields
    }
}
