import Wire

/// Carries packets in no time, except during outages.
struct UnlimitedRate: LinePace {
    /// Consecutive touching outages after which the line counts as dead.
    private static let mostOutages = 1_000_000

    private var outages: OutageCursor

    /// The outages that hold packets.
    init(outages: OutageCursor) {
        self.outages = outages
    }

    mutating func begin(from moment: Instant) -> Instant? {
        var moment = moment
        for _ in 0..<Self.mostOutages {
            guard let outage = outages.outage(from: moment), outage.start <= moment else { return moment }
            moment = outage.end
        }
        return nil
    }

    mutating func serve(bytes: Int, at moment: Instant) -> Instant? {
        moment
    }
}
