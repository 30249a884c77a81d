import Wire

/// Carries everything at once, but for outages.
struct UnlimitedRate: LinePace {
    /// A line that is always away is given up after so many outages that touch.
    private static let mostOutages = 1_000_000

    private var outages: OutageCursor

    /// Those in which packets are held.
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
