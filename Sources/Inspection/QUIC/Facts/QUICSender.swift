import Wire

/// One sender of a QUIC connection: its packets in flight, and how fast they are acknowledged.
struct QUICSender {
    private var spaces = [QUICSentPackets](repeating: QUICSentPackets(), count: QUICSpace.allCases.count)
    /// Smoothed time from a packet to its acknowledgement, at the capture point.
    private(set) var roundTrip: Int64?
    /// When it last sent what must be acknowledged.
    private var lastEliciting: Int64?

    var heldBytes: Int { spaces.reduce(0) { $0 + $1.heldBytes } }

    /// Takes an opened packet. Returns true if it seems to be a probe: sent again or empty, after at least `patience` in
    /// which earlier packets were not acknowledged.
    mutating func send(
        _ number: UInt64,
        _ space: QUICSpace,
        at stamp: Int64,
        elicits: Bool,
        isEmptyOrRepeated: Bool,
        patience: Int64
    ) -> Bool {
        let isWaiting = spaces[space.rawValue].isWaiting
        spaces[space.rawValue].send(number, at: stamp, elicits: elicits)
        guard elicits else { return false }
        let silence = lastEliciting.map { stamp - $0 }
        lastEliciting = stamp
        return isWaiting && isEmptyOrRepeated && silence ?? 0 >= patience
    }

    /// Takes the other end's acknowledgement; a whole round trip takes about `around`, if that is known. Returns also how
    /// long the largest packet had waited for it, if that is the first one of it.
    mutating func acknowledge(
        _ told: QUICAcknowledgement,
        _ content: RawSpan,
        _ space: QUICSpace,
        at stamp: Int64,
        around: Int64?
    ) -> (news: QUICSentPackets.News, sample: Int64?) {
        // The time threshold of RFC 9002, 6.1.2.
        let overdue = around.map { stamp - $0 - $0 / 8 } ?? .min
        let news = spaces[space.rawValue].acknowledge(told, content, overdue: overdue)
        guard let newest = news.newest, stamp >= newest else { return (news, nil) }
        let sample = stamp - newest
        roundTrip = roundTrip.map { $0 + (sample - $0) / 8 } ?? sample
        return (news, sample)
    }
}
