package import LinkModel
package import Runs
package import Scenarios

/// How times are predicted.
package enum TheoryMethod: Hashable, Sendable {
    /// Packet-by-packet simulation.
    case simulation(CongestionAlgorithm)
    /// Closed form: for byte streams, which have no window, and for congestion control that the simulator
    /// lacks.
    case closedForm(isWindowless: Bool)

    /// `congestion` names the origin's congestion control; nil in stream mode.
    package init(congestion: String?) {
        guard let congestion else {
            self = .closedForm(isWindowless: true)
            return
        }
        let known = CongestionAlgorithm(rawValue: congestion)
        self = known.map { .simulation($0) } ?? .closedForm(isWindowless: false)
    }

    package var isWindowless: Bool { self == .closedForm(isWindowless: true) }

    /// What predictions by this method leave out of a line.
    package func gaps(_ link: LinkParameters) -> [TheoryGap] {
        switch self {
        case .simulation: []
        case .closedForm(true): TheoryGap.of(link)
        case .closedForm(false): TheoryGap.of(link) + [.congestion]
        }
    }
}
