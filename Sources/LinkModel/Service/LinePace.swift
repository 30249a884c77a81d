import Wire

/// How a line carries its packets: one at a time, at times that never go backwards.
protocol LinePace: Sendable {
    /// When a packet that waits at `moment`, with the line free, can begin; nil if never.
    mutating func begin(from moment: Instant) -> Instant?

    /// When the line completes this many bytes that begin at `moment`, a time given by `begin`; nil if never.
    mutating func serve(bytes: Int, at moment: Instant) -> Instant?
}

extension Serialiser: LinePace {
    mutating func begin(from moment: Instant) -> Instant? {
        moment
    }

    mutating func serve(bytes: Int, at moment: Instant) -> Instant? {
        serve(bytes: bytes, arrivingAt: moment).end
    }
}

extension LineRate {
    /// Times count from `epoch`; the line carries nothing during `outages`.
    func pace(epoch: Instant, outages: OutageCursor?) -> any LinePace {
        switch (self, outages) {
        case (.unlimited, nil): Serialiser(rateBps: nil)
        case (.unlimited, let outages?): UnlimitedRate(outages: outages)
        case (.constant(let rate), nil) where rate > 0: Serialiser(rateBps: rate)
        case (.constant(let rate), let outages): VaryingRate(.steady(rate), epoch: epoch, outages: outages)
        case (.schedule(let schedule), let outages): VaryingRate(schedule, epoch: epoch, outages: outages)
        case (.trace(let trace), let outages): OpportunityCursor(trace, epoch: epoch, outages: outages)
        }
    }
}
