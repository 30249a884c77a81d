import Figures
import LinkModel
package import Runs
import Wire

/// A run's or a server's line, in words.
package struct LinkLine {
    private let link: LinkRecord

    package init(_ link: LinkRecord) {
        self.link = link
    }

    package func paragraph(title: String) -> ReportParagraph {
        ReportParagraph(text, lead: title, hanging: 2)
    }

    var text: String {
        let carrier = link.carrier.map { " over \($0.rawValue)" } ?? ""
        let offload = link.offload ? " with offload" : ""
        let nature = link.mode == .stream ? " (byte streams, no packets)" : ""
        let clock = link.clock == .virtual ? " in virtual time" : ""
        return "\(link.mode.rawValue) mode\(carrier)\(offload)\(nature)\(clock); \(settings)"
    }

    /// What the line does to packets, or to streams.
    package var settings: String {
        let parameters = link.parameters
        return [
            link.profile.map { "profile \($0)" },
            "down \(DirectionWords(parameters, .down).text)", "up \(DirectionWords(parameters, .up).text)",
            FramingWords(parameters.framing).text,
            "MTU \(ByteFormat.text(parameters.mtu))",
            LineAddressWords.text(parameters),
            parameters.dnsDelay > 0 ? "DNS answers after \(DurationFormat.text(parameters.dnsDelay))" : nil,
            link.congestion, link.streams?.lossAsDelay == true ? "losses as delay" : nil,
        ].compactMap { $0 }.joined(separator: "; ")
    }
}
