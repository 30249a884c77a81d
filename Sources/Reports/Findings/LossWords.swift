import Figures
import LinkModel
import Runs

/// What takes packets off a line, in words.
struct LossWords {
    private let kind: LossKind
    private let direction: LinkDirection
    private let side: DirectionParameters

    init(_ kind: LossKind, _ direction: LinkDirection, on link: LinkParameters) {
        self.kind = kind
        self.direction = direction
        side = link[direction]
    }

    /// `the policer of the down-link (1 Mbit/s, bursts of 9,000 B)`
    var agent: String {
        let link = "the \(direction.rawValue)-link"
        switch kind {
        case .random: return "random loss on \(link)"
        case .damaged: return "corruption on \(link)"
        case .outage: return "an outage of \(link)"
        case .policer:
            let figures = side.policer.map {
                " (\(RateFormat.text($0.rateBps)), bursts of \(ByteFormat.text($0.burst)))"
            }
            return "the policer of \(link)\(figures ?? "")"
        case .queueFull: return "the full queue of \(link)\(side.queue.map { " (\($0.text))" } ?? "")"
        case .congestion: return "the queue management of \(link) (\(side.discipline.name.rawValue))"
        case .waiting: return "the end of \(link)"
        }
    }

    /// What it did to packets; also the participle.
    var verb: String {
        switch kind {
        case .damaged: "corrupted"
        case .random, .outage, .waiting, .policer, .queueFull, .congestion: "dropped"
        }
    }

    /// `dropped by the policer of the down-link`
    var passive: String { verb + " by " + agent }
}
