import LinkModel

/// Lines with more settings than presets have.
enum SampleLines {
    /// Everything that netem supports, with values that are whole in netem's units.
    static var impaired: LinkParameters {
        var down = DirectionParameters(rateBps: 8_000_000, oneWayDelay: 40_000_000, queue: .packets(200))
        down.jitter = Jitter(distribution: .normal, amount: 2_500_000, correlation: 0.25)
        down.loss = .gilbertElliott(
            GilbertElliott(toBad: 0.01, toGood: 0.3, lossInBad: 0.75, lossInGood: 0.001)
        )
        down.duplication = PacketShare(0.005, correlation: 0.1)
        down.corruption = PacketShare(0.0005)
        down.reordering = Reordering(share: PacketShare(0.25, correlation: 0.5), gap: 5)
        var up = DirectionParameters(rateBps: 1_000_000, oneWayDelay: 20_000_000, queue: .packets(50))
        up.loss = .fourState(FourStateLoss(p13: 0.02, p31: 0.5, p32: 0.1, p23: 0.9, p14: 0.003))
        up.jitter = Jitter(amount: 1_000_000)
        return LinkParameters(down: down, up: up, framing: LinkFraming(overhead: 18, isATM: true))
    }

    /// Settings that no other tool supports.
    static var beyond: LinkParameters {
        var link = LinkParameters(
            down: DirectionParameters(rateBps: 1_000_001, oneWayDelay: 1_500_500, queue: .bytes(64_000)),
            up: DirectionParameters(oneWayDelay: 300_000_000_000),
            mtu: 1400,
            dnsDelay: 3_000_000_000
        )
        link.down.jitter = Jitter(distribution: .lognormal, amount: 1_000_000)
        link.down.outages = Outages(pattern: .every(1_000_000_000, length: 1_000_000))
        link.down.policer = Policer(rateBps: 1_000_000, burst: 3000)
        link.down.discipline = .codel(ControlledDelay())
        link.up.rate = .schedule(
            RateSchedule(
                pieces: [
                    .init(rateBps: 1_000_000, length: 1_000_000_000),
                    .init(rateBps: 0, length: 1_000_000_000),
                ],
                repeats: true
            )
        )
        return link
    }
}
