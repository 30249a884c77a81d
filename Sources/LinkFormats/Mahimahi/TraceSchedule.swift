import LinkModel

/// A constant rate as opportunities at whole milliseconds, evenly spread over a period.
struct TraceSchedule {
    /// Most lines that a script may reasonably have.
    static let mostLines: Int64 = 20_000
    /// Bits of one opportunity times 1000 ms per second: n opportunities in P ms give n / P times this, in
    /// bit/s.
    private static let unit = Int64(OpportunityTrace.opportunityBytes) * 8 * 1000

    /// Opportunities in one period.
    let count: Int64
    /// The period in milliseconds.
    let period: Int64

    /// The shortest exact schedule; if that is too long, the nearest inexact one. `bps` is positive.
    init(bps: Int64) {
        let fraction = Self.nearest(bps, Self.unit)
        count = fraction.count
        period = fraction.period
    }

    /// The resulting rate in bit/s.
    var bps: Double {
        Double(count) / Double(period) * Double(Self.unit)
    }

    func isExactly(_ bps: Int64) -> Bool {
        let (product, overflow) = bps.multipliedReportingOverflow(by: period)
        return !overflow && product == count * Self.unit
    }

    /// The times, from above 0 to the period: none is earlier than a line of that rate would have carried the
    /// bytes.
    var milliseconds: [Int64] {
        (1...count).map { ($0 * period + count - 1) / count }
    }

    /// The best n / P for a rate divided by the unit, by continued fractions with P and n bounded.
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
        // A rate outside the bounds: one opportunity in the longest period, or the most per millisecond.
        if p == 0 { return (mostLines, 1) }
        return n == 0 ? (1, longestPeriod) : (n, p)
    }

    /// About 11 days, 12 bit/s.
    private static let longestPeriod: Int64 = 1_000_000_000
}
