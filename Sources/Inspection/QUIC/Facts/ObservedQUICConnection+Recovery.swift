import Wire

extension ObservedQUICConnection {
    /// Until a round trip is known, a packet that comes again after this time is a probe.
    private static let firstPatience: Int64 = 200_000_000

    /// About a whole round trip: from the capture point to either end and back.
    private var around: Int64? {
        guard let up = senders.up.roundTrip, let down = senders.down.roundTrip else { return nil }
        return up + down
    }

    /// Takes the frames of an opened packet all together.
    func noteSent(
        _ space: QUICSpace,
        _ direction: StreamDirection,
        _ arrival: Arrival,
        _ packet: QUICPacketKind
    ) {
        let delay = space == .application ? manner(direction == .up ? .down : .up).delay : 0
        let patience = around.map { $0 + delay } ?? Self.firstPatience
        let isProbe = senders[direction].send(
            openedNumber,
            space,
            at: arrival.stamp,
            elicits: packet.elicits,
            isEmptyOrRepeated: packet.isEmpty || packet.isRepeated,
            patience: patience
        )
        if isProbe { facts[direction].recovery.probes += 1 }
    }

    private func manner(_ direction: StreamDirection) -> QUICAcknowledging {
        direction == .up ? manners.up : manners.down
    }

    func acknowledge(
        _ told: QUICAcknowledgement,
        _ content: RawSpan,
        _ space: QUICSpace,
        _ direction: StreamDirection,
        _ arrival: Arrival
    ) {
        let sender: StreamDirection = direction == .up ? .down : .up
        let (news, sample) = senders[sender].acknowledge(
            told,
            content,
            space,
            at: arrival.stamp,
            around: around
        )
        facts[sender].recovery.add(news)
        if let marks = told.marks { facts[direction].recovery.marks = marks }
        guard let sample else { return }
        facts[sender].recovery.roundTrip.add(sample)
        guard space == .application else { return }
        let (scaled, _) = told.delay.multipliedReportingOverflow(
            by: 1000 << manner(direction).exponent
        )
        facts[direction].recovery.delay.add(Int64(clamping: scaled))
    }
}

extension CaptureQUICConnection.Recovery {
    fileprivate mutating func add(_ news: QUICSentPackets.News) {
        lost += news.lost
        spurious += news.spurious
        lostBefore += news.lostBefore
        unseen += news.unseen
    }
}
