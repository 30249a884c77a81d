import LinkModel

/// netem's `limit`: it counts waiting packets and those in flight, so both must fit.
struct NetemLimit {
    /// Limit for an unlimited rate: nothing waits, and this many packets in flight never matter.
    static let boundless = 1_000_000

    /// More packets than any queue holds.
    private static let mostQueued = 10_000_000

    let packets: Int

    init(_ link: LinkParameters, _ direction: LinkDirection) {
        guard link[direction].rateBps != nil else {
            packets = Self.boundless
            return
        }
        let queued =
            switch link.queueLimit(direction) {
            case .packets(let count): count
            case .bytes(let count): max(1, (count + link.mtu - 1) / link.mtu)
            }
        packets = min(Int(Int32.max), queued + Self.inFlight(link, direction))
    }

    /// The queue that remains of a limit without the packets in flight; at least one packet.
    static func queue(limit: Int, _ link: LinkParameters, _ direction: LinkDirection) -> Int {
        min(max(1, limit - inFlight(link, direction)), mostQueued)
    }

    /// Full packets in flight on the line.
    private static func inFlight(_ link: LinkParameters, _ direction: LinkDirection) -> Int {
        let side = link[direction]
        guard let bytes = side.bytes(in: side.oneWayDelay) else { return 0 }
        return Int((bytes / Double(link.mtu)).rounded(.up))
    }
}
