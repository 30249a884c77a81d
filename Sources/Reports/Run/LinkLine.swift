import Figures
import LinkModel
package import Runs

/// The line that a run or a server has, in words.
package struct LinkLine {
    private let link: LinkRecord

    package init(_ link: LinkRecord) {
        self.link = link
    }

    package func lines(_ style: TerminalStyle, title: String) -> [String] {
        let lines = "\(title): \(text)".wrapped(style.width, hanging: 2)
        guard style.isColoured, let first = lines.first, first.hasPrefix(title) else { return lines }
        return [style.accent(title, .bold) + first.dropFirst(title.count)] + lines.dropFirst()
    }

    private var text: String {
        let parameters = link.parameters
        let carrier = link.carrier.map { " over \($0.rawValue)" } ?? ""
        let offload = link.offload ? " with offload" : ""
        let nature = link.mode == .stream ? " (byte streams, no packets)" : ""
        let clock = link.clock == .virtual ? " in virtual time" : ""
        return [
            "\(link.mode.rawValue) mode\(carrier)\(offload)\(nature)\(clock)",
            link.profile.map { "profile \($0)" },
            "down \(DirectionWords(parameters, .down).text)", "up \(DirectionWords(parameters, .up).text)",
            FramingWords(parameters.framing).text,
            "MTU \(ByteFormat.text(parameters.mtu))",
            parameters.dnsDelay > 0 ? "DNS answers after \(DurationFormat.text(parameters.dnsDelay))" : nil,
            link.congestion, link.streams?.lossAsDelay == true ? "losses as delay" : nil,
        ].compactMap { $0 }.joined(separator: "; ")
    }
}
