package import LinkModel

/// Something that a line does to packets, or an origin to its responses, and that theory leaves out.
package enum TheoryGap: Hashable, Sendable, CaseIterable {
    case changingRate
    /// Of a queue's discipline where it drops at its limit alone; else there are `earlyDrops`.
    case impairment(Impairment)
    case earlyDrops, congestion, streams, givingUp, pausing, origin

    /// In the order in which sentences name them.
    package static let allCases: [TheoryGap] =
        [.changingRate]
        + Impairment.onTheWay.flatMap { impairment -> [TheoryGap] in
            (impairment == .discipline ? [.earlyDrops] : []) + [.impairment(impairment)]
        } + [.congestion, .streams, .givingUp, .pausing, .origin]

    /// What it does to the time that theory tells.
    package var effect: TimeEffect {
        switch self {
        case .changingRate, .streams, .givingUp, .pausing, .origin: .unknown
        case .impairment(let impairment): impairment.effect
        case .earlyDrops: .longer
        case .congestion: .either
        }
    }

    package var words: String {
        switch self {
        case .changingRate: "the changing rate"
        case .impairment(.corruption): "the damaged packets"
        case .impairment(.duplication): "the duplicates"
        case .impairment(.discipline): "the queue's discipline"
        case .impairment(let impairment): "the \(impairment.name)"
        case .earlyDrops: "what the queue drops early"
        case .streams: "the streams of HTTP/2"
        case .congestion: "the congestion control"
        case .givingUp: "what callers give up"
        case .pausing: "the pauses of the client"
        case .origin: "how the origin answers"
        }
    }

    /// Those of a line, in the order of this list.
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
        case .congestion, .streams, .givingUp, .pausing, .origin: false
        }
    }
}
