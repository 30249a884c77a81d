import LinkModel

/// netem's `limit`: it holds the packets that wait for the line and those that are in flight, so both must fit.
struct NetemLimit {
    /// Where nothing waits, since the rate is unlimited, only as many are in flight as never matters.
    static let boundless = 1_000_000

    /// More than any queue has.
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

    /// The queue that a limit leaves once those in flight are taken off; at least one packet.
    static func queue(limit: Int, _ link: LinkParameters, _ direction: LinkDirection) -> Int {
        min(max(1, limit - inFlight(link, direction)), mostQueued)
    }

    /// Full packets that the line carries at once.
    private static func inFlight(_ link: LinkParameters, _ direction: LinkDirection) -> Int {
        let side = link[direction]
        guard let bytes = side.bytes(in: side.oneWayDelay) else { return 0 }
        return Int((bytes / Double(link.mtu)).rounded(.up))
    }
}
