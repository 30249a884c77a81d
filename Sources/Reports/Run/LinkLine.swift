import LinkModel
import Runs

/// The line that a run had, in words.
struct LinkLine {
    private let link: LinkRecord

    init(_ link: LinkRecord) {
        self.link = link
    }

    func lines(_ style: TerminalStyle, title: String) -> [String] {
        let lines = "\(title): \(text)".wrapped(style.width, hanging: 2)
        guard style.isColoured, let first = lines.first, first.hasPrefix(title) else { return lines }
        return [style.accent(title, .bold) + first.dropFirst(title.count)] + lines.dropFirst()
    }

    private var text: String {
        let parameters = link.parameters
        let carrier = link.carrier.map { " over \($0.rawValue)" } ?? ""
        return [
            "\(link.mode.rawValue) mode\(carrier)", link.profile.map { "profile \($0)" },
            "down \(direction(.down))", "up \(direction(.up))", "MTU \(ByteFormat.text(parameters.mtu))",
            link.congestion,
        ].compactMap { $0 }.joined(separator: "; ")
    }

    private func direction(_ direction: LinkDirection) -> String {
        let side = link.parameters[direction]
        let loss = side.lossRatio > 0 ? ", loss \(FixedPoint.percent(side.lossRatio))" : ""
        return
            "\(RateFormat.text(side.rateBps)), delay \(DurationFormat.text(side.oneWayDelay))\(loss), queue "
            + link.parameters.queueLimit(direction).text
    }
}
