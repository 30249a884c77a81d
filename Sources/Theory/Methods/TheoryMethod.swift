package import LinkModel

/// How times are foretold.
package enum TheoryMethod: Hashable, Sendable {
    /// Packet by packet, by the simulator.
    case simulation(SimulationPlan.Congestion)
    /// In closed form: between byte streams, where no window holds a sender back, and where the simulator does not know
    /// the sender's congestion control.
    case closedForm(isWindowless: Bool)

    /// `congestion` is the origin's, by its name; nil where streams are carried.
    package init(congestion: String?) {
        guard let congestion else {
            self = .closedForm(isWindowless: true)
            return
        }
        let known = SimulationPlan.Congestion(rawValue: congestion)
        self = known.map { .simulation($0) } ?? .closedForm(isWindowless: false)
    }

    package var isWindowless: Bool { self == .closedForm(isWindowless: true) }

    /// What such times leave out of a line.
    package func gaps(_ link: LinkParameters) -> [TheoryGap] {
        switch self {
        case .simulation: []
        case .closedForm(true): TheoryGap.of(link)
        case .closedForm(false): TheoryGap.of(link) + [.congestion]
        }
    }
}
