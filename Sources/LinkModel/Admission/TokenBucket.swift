import Wire

/// A policer's bucket: tokens come at a rate up to a burst, and a packet that finds too few of them is dropped.
///
/// Tokens are counted in bits times 10^9, so that a nanosecond brings a whole number of them: exactly the burst and
/// the rate times the time pass, over any number of packets.
struct TokenBucket: Sendable {
    private let policer: Policer
    private let most: Int128
    private var tokens: Int128
    private var filledAt: Instant

    /// A full one.
    init(_ policer: Policer, at moment: Instant) {
        self.policer = policer
        most = Int128(policer.burst) * 8 * 1_000_000_000
        tokens = most
        filledAt = moment
    }

    /// True where there are tokens for so many bytes, which are then taken.
    mutating func passes(bytes: Int, at moment: Instant) -> Bool {
        if moment > filledAt {
            tokens = min(most, tokens + Int128(moment - filledAt) * Int128(policer.rateBps))
            filledAt = moment
        }
        let needed = Int128(bytes) * 8 * 1_000_000_000
        guard needed <= tokens else { return false }
        tokens -= needed
        return true
    }

    /// Another rate and burst; what is in the bucket stays as far as it fits.
    func changed(to policer: Policer, at moment: Instant) -> TokenBucket {
        var bucket = TokenBucket(policer, at: moment)
        let earned = Int128(max(0, moment - filledAt)) * Int128(self.policer.rateBps)
        bucket.tokens = min(bucket.most, min(most, tokens + earned))
        return bucket
    }
}
