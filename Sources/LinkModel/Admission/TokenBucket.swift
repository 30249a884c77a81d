import Wire

/// A policer's bucket. Tokens arrive at a rate, up to a burst; a packet that finds too few is dropped.
///
/// Tokens are counted in bits times 10^9, so that each nanosecond adds a whole number. Over any number of
/// packets, exactly the burst plus rate times time passes.
struct TokenBucket: Sendable {
    private let policer: Policer
    private let most: Int128
    private var tokens: Int128
    private var filledAt: Instant

    /// A full bucket.
    init(_ policer: Policer, at moment: Instant) {
        self.policer = policer
        most = Int128(policer.burst) * 8 * 1_000_000_000
        tokens = most
        filledAt = moment
    }

    /// True if enough tokens are there for this many bytes; they are then taken.
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

    /// The bucket with another rate and burst; it keeps the tokens that fit.
    func changed(to policer: Policer, at moment: Instant) -> TokenBucket {
        var bucket = TokenBucket(policer, at: moment)
        let earned = Int128(max(0, moment - filledAt)) * Int128(self.policer.rateBps)
        bucket.tokens = min(bucket.most, min(most, tokens + earned))
        return bucket
    }
}
