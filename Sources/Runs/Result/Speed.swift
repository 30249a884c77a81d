package import LinkModel
package import Wire

/// Goodput of a body.
///
/// The time runs from the response's first byte to its last, so the bytes that came with the first one cost nothing. A
/// body of few packets would seem faster than its line. So does a body that came in one burst: its time shows the gaps
/// between packets, not how fast the sender could go on. Neither has a speed.
package enum Speed {
    /// What is known of the line that carried a body.
    package struct Line: Hashable, Sendable {
        /// Its highest rate down in bit/s; nil if it has no limit.
        package var rateBps: Int64?
        package var roundTrip: Nanoseconds

        package init(rateBps: Int64?, roundTrip: Nanoseconds) {
            self.rateBps = rateBps
            self.roundTrip = roundTrip
        }

        package init(_ link: LinkParameters) {
            self.init(rateBps: link.down.rate.peakBps, roundTrip: link.roundTripDelay)
        }
    }

    /// The payload of a packet on most networks.
    private static let segment = 1460
    /// A sender's usual first window, which goes out at once.
    private static let fewestBytes = 10 * segment
    /// Where the rate is not known: from here on the first packet weighs less than the headers, which a speed leaves
    /// out, so that none exceeds the rate.
    private static let fewestWithoutRate = 40 * segment

    /// Body bits over the time from the response's first byte to its last.
    ///
    /// nil if the body is too short, came within a round trip, or would seem faster than its line. `line` is nil if
    /// nothing is known of it.
    package static func bps(bodyBytes: Int, over span: Nanoseconds, on line: Line?) -> Int64? {
        guard span > (line?.roundTrip ?? 0) else { return nil }
        guard bodyBytes >= (line == nil ? fewestWithoutRate : fewestBytes) else { return nil }
        let speed = Int64(exactly: (8e9 * Double(bodyBytes) / Double(span)).rounded())
        guard let rate = line?.rateBps, let known = speed else { return speed }
        return known <= rate ? known : nil
    }
}
