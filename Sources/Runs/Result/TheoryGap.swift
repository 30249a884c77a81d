package import LinkModel

/// Something that theory leaves out: what a line does to packets, or an origin to its responses.
package enum TheoryGap: Hashable, Sendable, CaseIterable {
    case changingRate
    /// For a queue discipline, only one that drops at its limit; otherwise the gap is `earlyDrops`.
    case impairment(Impairment)
    case earlyDrops, congestion, streams, givingUp, pausing, origin
    /// Whether a stored copy is fresh is decided by what answers say of their age and by the time of day.
    case freshness

    /// In the order in which sentences name them.
    package static let allCases: [TheoryGap] =
        [.changingRate]
        + Impairment.onTheWay.flatMap { impairment -> [TheoryGap] in
            (impairment == .discipline ? [.earlyDrops] : []) + [.impairment(impairment)]
        } + [.congestion, .streams, .givingUp, .pausing, .origin, .freshness]

    /// Its effect on the predicted time.
    package var effect: TimeEffect {
        switch self {
        case .changingRate, .streams, .givingUp, .pausing, .origin, .freshness: .unknown
        case .impairment(let impairment): impairment.effect
        case .earlyDrops: .longer
        case .congestion: .either
        }
    }

    /// The gaps of a line, in the order of `allCases`.
    package static func of(_ link: LinkParameters) -> [TheoryGap] {
        allCases.filter { gap in LinkDirection.allCases.contains { gap.isIn(link[$0]) } }
    }

    private func isIn(_ side: DirectionParameters) -> Bool {
        switch self {
        case .changingRate: !side.rate.isSteady
        case .impairment(.discipline):
            Impairment.discipline.isPresent(in: side) && !side.discipline.dropsEarly
        case .impairment(let impairment): impairment.isPresent(in: side)
        case .earlyDrops: side.discipline.dropsEarly
        case .congestion, .streams, .givingUp, .pausing, .origin, .freshness: false
        }
    }
}
