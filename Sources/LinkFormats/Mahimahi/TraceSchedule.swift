import LinkModel

/// A constant rate as opportunities at whole milliseconds, evenly spread over a period.
struct TraceSchedule {
    /// More lines than this nobody wants in a script.
    static let mostLines: Int64 = 20_000
    /// Bits of one opportunity, times the milliseconds of a second: n opportunities in P ms are n / P times this, in bit/s.
    private static let unit = Int64(OpportunityTrace.opportunityBytes) * 8 * 1000

    /// Opportunities in one period.
    let count: Int64
    /// The period in milliseconds.
    let period: Int64

    /// The shortest exact one, or, where that would be too long, the nearest that is not. `bps` is positive.
    init(bps: Int64) {
        let fraction = Self.nearest(bps, Self.unit)
        count = fraction.count
        period = fraction.period
    }

    /// What it comes to, in bit/s.
    var bps: Double {
        Double(count) / Double(period) * Double(Self.unit)
    }

    func isExactly(_ bps: Int64) -> Bool {
        let (product, overflow) = bps.multipliedReportingOverflow(by: period)
        return !overflow && product == count * Self.unit
    }

    /// The times, from above 0 to the period: none earlier than a line of that rate would have carried so much.
    var milliseconds: [Int64] {
        (1...count).map { ($0 * period + count - 1) / count }
    }

    /// The best n / P for a rate over the unit by continued fractions, with P and n bounded.
    private static func nearest(_ rate: Int64, _ unit: Int64) -> (count: Int64, period: Int64) {
        var (n, p) = (Int64(1), Int64(0))
        var (lastN, lastP) = (Int64(0), Int64(1))
        var (a, b) = (rate, unit)
        while b != 0 {
            let term = a / b
            let nextN = term.multipliedReportingOverflow(by: n)
            let nextP = term.multipliedReportingOverflow(by: p)
            guard !nextN.overflow, !nextP.overflow, nextN.partialValue + lastN <= mostLines,
                nextP.partialValue + lastP <= longestPeriod
            else { break }
            (lastN, n) = (n, nextN.partialValue + lastN)
            (lastP, p) = (p, nextP.partialValue + lastP)
            (a, b) = (b, a % b)
        }
        // Slower or faster than can be told: one opportunity in the longest period, or as many as may be each millisecond.
        if p == 0 { return (mostLines, 1) }
        return n == 0 ? (1, longestPeriod) : (n, p)
    }

    /// About 11 days, 12 bit/s.
    private static let longestPeriod: Int64 = 1_000_000_000
}
