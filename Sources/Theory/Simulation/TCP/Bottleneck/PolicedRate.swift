/// Detects a policer, which passes a steady rate and drops the rest: two intervals of rounds that lose a
/// fifth at about the same rate. The sender then uses their mean for a while.
struct PolicedRate {
    /// State at an acknowledgement.
    struct News {
        var isRoundStart = false
        var isProbingRate = false
        var isApplicationLimited = false
        /// Segments found lost by it, and in total.
        var lost = 0
        var lostInAll = 0
        var delivered = 0
        /// Microseconds.
        var deliveredAt = 0
    }

    private static let leastRounds = 4
    private static let mostRounds = 16
    private static let roundsOfUse = 48
    /// Minimum share of losses among deliveries, in 256ths.
    private static let lossy = 50
    /// Rates are alike if they differ by at most an eighth, or by this many bytes per second.
    private static let likeness = 8
    private static let leastDifference = 500

    /// The policed rate; nil without a policer.
    private(set) var rate: Int?
    private var candidate = 0
    private var isSampling = false
    private var rounds = 0
    private var began = News()

    mutating func forget(_ news: News) {
        self = PolicedRate()
        began = news
    }

    /// True if the rate was used for long enough and is now dropped.
    mutating func note(_ news: News, segment: Int) -> Bool {
        if rate != nil { return use(news) }
        if !isSampling {
            guard news.lost > 0 else { return false }
            begin(news)
            isSampling = true
        }
        if news.isApplicationLimited {
            forget(news)
            return false
        }
        if news.isRoundStart { rounds += 1 }
        guard rounds >= Self.leastRounds else { return false }
        if rounds > Self.mostRounds {
            forget(news)
        } else if news.lost > 0, let measured = measured(news) {
            end(measured, news, segment: segment)
        }
        return false
    }

    private mutating func use(_ news: News) -> Bool {
        guard news.isProbingRate, news.isRoundStart else { return false }
        rounds += 1
        guard rounds >= Self.roundsOfUse else { return false }
        forget(news)
        return true
    }

    private mutating func begin(_ news: News) {
        began = news
        rounds = 0
    }

    /// Rate of the interval, if it lost enough.
    private func measured(_ news: News) -> Int? {
        let delivered = news.delivered - began.delivered
        let lost = news.lostInAll - began.lostInAll
        guard delivered > 0, lost << 8 >= Self.lossy * delivered else { return nil }
        let milliseconds = news.deliveredAt / 1000 - began.deliveredAt / 1000
        return milliseconds < 1 ? nil : delivered * BottleneckModel.rateUnit / (milliseconds * 1000)
    }

    private mutating func end(_ measured: Int, _ news: News, segment: Int) {
        let difference = abs(measured - candidate)
        let bytes = BottleneckModel.bytesPerSecond(difference, BottleneckModel.unit, segment: segment)
        let isAlike = difference * Self.likeness <= candidate || bytes <= Self.leastDifference
        if candidate > 0, isAlike {
            candidate = (measured + candidate) >> 1
            rate = candidate
            rounds = 0
            return
        }
        candidate = measured
        begin(news)
    }
}
