package import Inspection
package import LinkModel

extension FittedLine {
    /// The line as parameters of a scenario. Unknown limits stay unlimited; the delay is the same both ways.
    package var parameters: LinkParameters {
        let roundTrip = Int64((roundTrip?.value ?? 0).rounded())
        return LinkParameters(
            down: Self.parameters(down, oneWayDelay: roundTrip - roundTrip / 2),
            up: Self.parameters(up, oneWayDelay: roundTrip / 2),
            mtu: min(65_535, max(1500, largestPacket))
        )
    }

    private static func parameters(_ direction: Direction, oneWayDelay: Int64) -> DirectionParameters {
        DirectionParameters(
            rateBps: direction.rate?.value.map { Int64($0.rounded()) },
            oneWayDelay: oneWayDelay,
            // A few losses among few packets prove no share: the interval shows how much they prove.
            lossRatio: direction.loss?.low ?? 0 > 0 ? rounded(direction.loss?.value ?? 0) : 0,
            queue: queue(direction)
        )
    }

    private static func queue(_ direction: Direction) -> QueueLimit? {
        guard let packets = direction.queue?.packets.value else { return nil }
        return .packets(max(1, Int(packets.rounded())))
    }

    /// To a hundredth of a percent.
    private static func rounded(_ share: Double) -> Double {
        (share * 10_000).rounded() / 10_000
    }
}
