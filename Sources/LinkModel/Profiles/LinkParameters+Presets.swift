extension LinkParameters {
    /// One direction as presets state it: the rate in kbit/s (nil: unlimited), and the one-way delay in
    /// milliseconds.
    typealias StatedDirection = (kbps: Int64?, delayMs: Int64)

    /// `loss` is the share of packets lost each way. The DNS delay applies to each answer.
    init(down: StatedDirection, up: StatedDirection, loss: Double = 0, dnsDelayMs: Int64 = 0) {
        func direction(_ side: StatedDirection) -> DirectionParameters {
            DirectionParameters(
                rateBps: side.kbps.map { $0 * 1000 },
                oneWayDelay: side.delayMs * 1_000_000,
                lossRatio: loss
            )
        }
        self.init(down: direction(down), up: direction(up), dnsDelay: dnsDelayMs * 1_000_000)
    }

    /// Half of the round trip each way.
    init(downKbps: Int64?, upKbps: Int64?, roundTripUs: Int64, loss: Double = 0) {
        func direction(_ kbps: Int64?) -> DirectionParameters {
            DirectionParameters(
                rateBps: kbps.map { $0 * 1000 },
                oneWayDelay: roundTripUs * 500,
                lossRatio: loss
            )
        }
        self.init(down: direction(downKbps), up: direction(upKbps))
    }

    /// A line that carries nothing.
    static let offline = LinkParameters(downKbps: nil, upKbps: nil, roundTripUs: 0, loss: 1)
}
