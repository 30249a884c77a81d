package import Wire

/// One direction of a line: impairments, a bounded queue, the serialiser, propagation.
///
/// It never reads a clock: it is told when a packet arrives and answers when it leaves, so the same code emulates
/// in real time and simulates in virtual time. Arrivals must not go backwards.
package struct DirectionModel: Sendable {
    private var impairments: [any Impairment]
    private var queue: DropTailQueue
    private var serialiser: Serialiser
    private let delay: Nanoseconds

    package init(_ link: LinkParameters, _ direction: LinkDirection, seed: UInt64) {
        let parameters = link[direction]
        impairments = parameters.lossRatio > 0 ? [RandomLoss(ratio: parameters.lossRatio, seed: seed)] : []
        queue = DropTailQueue(limit: link.queueLimit(direction))
        serialiser = Serialiser(rateBps: parameters.rateBps)
        delay = parameters.oneWayDelay
    }

    package mutating func admit(_ packet: PacketIdentity, bytes: Int, at arrival: Instant) -> LinkDecision {
        for index in impairments.indices where impairments[index].loses(packet) {
            return dropped(.lost, at: arrival)
        }
        guard queue.admits(bytes: bytes, at: arrival) else { return dropped(.queueFull, at: arrival) }
        let service = serialiser.serve(bytes: bytes, arrivingAt: arrival)
        queue.append(bytes: bytes, serviceEnd: service.end)
        return LinkDecision(
            fate: .delivered,
            serviceStart: service.start,
            serviceEnd: service.end,
            due: service.end + delay
        )
    }

    private func dropped(_ fate: LinkFate, at arrival: Instant) -> LinkDecision {
        LinkDecision(fate: fate, serviceStart: arrival, serviceEnd: arrival, due: arrival)
    }
}
