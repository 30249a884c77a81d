package import LinkModel

/// Something that a line does to packets, or an origin to its responses, and that theory leaves out.
package enum TheoryGap: Hashable, Sendable, CaseIterable {
    case changingRate, outages, loss, corruption, duplication, policing, earlyDrops, discipline, reordering,
        jitter, congestion, streams, givingUp, pausing, origin

    /// What it does to the time that theory tells.
    package enum Effect: Hashable, Sendable {
        /// It takes as long, give or take.
        case either
        /// It takes longer.
        case longer
        /// Nothing can be told.
        case unknown
    }

    package var effect: Effect {
        switch self {
        case .changingRate, .outages, .streams, .givingUp, .pausing, .origin: .unknown
        case .loss, .corruption, .duplication, .policing, .earlyDrops: .longer
        case .discipline, .reordering, .jitter, .congestion: .either
        }
    }

    package var words: String {
        switch self {
        case .changingRate: "the changing rate"
        case .outages: "the outages"
        case .loss: "the loss"
        case .corruption: "the damaged packets"
        case .duplication: "the duplicates"
        case .policing: "the policing"
        case .earlyDrops: "what the queue drops early"
        case .discipline: "the queue's discipline"
        case .reordering: "the reordering"
        case .jitter: "the jitter"
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
        case .outages: side.outages != nil
        case .loss: side.lossRatio > 0
        case .corruption: side.corruption.ratio > 0
        case .duplication: side.duplication.ratio > 0
        case .policing: side.policer != nil
        case .earlyDrops: [.codel, .pie, .fqCodel].contains(side.discipline.name)
        case .discipline: [.dropHead, .fq].contains(side.discipline.name)
        case .reordering: side.reordering != nil
        case .jitter: side.jitter != nil
        case .congestion, .streams, .givingUp, .pausing, .origin: false
        }
    }
}
