import Wire

extension LinkProfile {
    /// One direction as presets state it: bits per second (nil: unlimited), one-way delay, share of packets
    /// lost.
    struct Side {
        var bps: Int64?
        var delay: Nanoseconds
        var loss = 0.0

        var parameters: DirectionParameters {
            DirectionParameters(rateBps: bps, oneWayDelay: delay, lossRatio: loss)
        }
    }

    /// Rates in kbit/s and a round-trip time in microseconds, half of it each way.
    static func sides(
        down: Int64?,
        up: Int64?,
        roundTripUs: Int64,
        loss: Double = 0
    ) -> (down: Side, up: Side) {
        let half = roundTripUs * 500
        return (
            Side(bps: down.map { $0 * 1000 }, delay: half, loss: loss),
            Side(bps: up.map { $0 * 1000 }, delay: half, loss: loss)
        )
    }

    /// A line that carries nothing.
    static var offline: (down: Side, up: Side) {
        (Side(bps: nil, delay: 0, loss: 1), Side(bps: nil, delay: 0, loss: 1))
    }

    init(
        name: String,
        about: String,
        _ sides: (down: Side, up: Side),
        source: String,
        latencyMeaning: String,
        unverified: String? = nil,
        missing: String? = nil
    ) {
        self.init(
            name: name,
            about: about,
            link: LinkParameters(down: sides.down.parameters, up: sides.up.parameters),
            source: source,
            latencyMeaning: latencyMeaning,
            unverified: unverified,
            missing: missing
        )
    }
}
