package import LinkModel

/// What a line is asked for that does not exist between byte streams.
package struct StreamRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Cause: Hashable, Sendable {
        /// A stream keeps its order: nothing arrives ahead of what was sent before it.
        case reordering(LinkDirection)
        /// No byte of a stream comes twice.
        case duplication(LinkDirection)
        /// A stream's bytes are right.
        case corruption(LinkDirection)
        /// Every byte of a stream arrives: a loss can only be a delay, which must be asked for.
        case loss(LinkDirection)
        /// The same of what a line drops while it is away.
        case outages(LinkDirection)
        case policer(LinkDirection)
        /// The same of a queue that drops to slow its senders down.
        case queue(LinkDirection)
    }

    package var causes: [Cause]

    /// nil where byte streams can do all that `link` asks for.
    package init?(_ link: LinkParameters, lossAsDelay: Bool) {
        causes = LinkDirection.allCases.flatMap { direction in
            Self.causes(link[direction], direction, lossAsDelay: lossAsDelay)
        }
        if causes.isEmpty { return nil }
    }

    private static func causes(
        _ side: DirectionParameters,
        _ direction: LinkDirection,
        lossAsDelay: Bool
    ) -> [Cause] {
        var causes: [Cause] = []
        if side.reordering.map({ $0.share.ratio > 0 }) == true { causes.append(.reordering(direction)) }
        if side.duplication.ratio > 0 { causes.append(.duplication(direction)) }
        if side.corruption.ratio > 0 { causes.append(.corruption(direction)) }
        guard !lossAsDelay else { return causes }
        if side.loss.ratio > 0 { causes.append(.loss(direction)) }
        if side.outages?.packets == .lost { causes.append(.outages(direction)) }
        if side.policer != nil { causes.append(.policer(direction)) }
        switch side.discipline {
        case .dropTail, .dropHead, .fair(codel: nil): break
        case .codel, .pie, .fair: causes.append(.queue(direction))
        }
        return causes
    }

    /// True where all of it could be had as delay.
    package var isOfLossAlone: Bool {
        causes.allSatisfy { cause in
            switch cause {
            case .reordering, .duplication, .corruption: false
            case .loss, .outages, .policer, .queue: true
            }
        }
    }

    package var description: String {
        "a line of byte streams cannot do what is asked of it: \(causes.map(\.text).joined(separator: "; "))"
    }
}

extension StreamRefusal.Cause {
    package var text: String {
        switch self {
        case .reordering(let direction): "\(direction.rawValue).reorder: a stream keeps its order"
        case .duplication(let direction): "\(direction.rawValue).duplicate: no byte of a stream comes twice"
        case .corruption(let direction): "\(direction.rawValue).corrupt: the bytes of a stream are right"
        case .loss(let direction): "\(direction.rawValue).loss: every byte of a stream arrives"
        case .outages(let direction):
            "\(direction.rawValue).outages with packets lost: every byte of a stream arrives"
        case .policer(let direction): "\(direction.rawValue).police: every byte of a stream arrives"
        case .queue(let direction):
            "\(direction.rawValue).queue that drops early: every byte of a stream arrives"
        }
    }
}
