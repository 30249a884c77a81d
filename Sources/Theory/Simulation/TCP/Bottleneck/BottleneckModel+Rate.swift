/// The path's delivery rate, and whether it has reached its limit.
extension BottleneckModel {
    /// The pipe is full if the rate grows by less than a quarter for three rounds.
    private static let growth = unit * 5 / 4
    private static let roundsWithoutGrowth = 3
    private static let greatestRate = Int(UInt32.max)

    mutating func noteRate(_ news: PathNews) {
        isRoundStart = false
        guard let sample = news.sample, let interval = sample.interval else { return }
        if sample.deliveredBefore >= roundEnd {
            roundEnd = news.delivered
            rounds += 1
            isRoundStart = true
            isConserving = false
        }
        notePolicing(news, sample)
        let measured = min(sample.delivered * Self.rateUnit / interval, Self.greatestRate)
        if !sample.isApplicationLimited || measured >= rates.value { rates.note(measured, round: rounds) }
    }

    private mutating func notePolicing(_ news: PathNews, _ sample: DeliverySample) {
        let wasPoliced = policed.rate != nil
        let isOver = policed.note(
            PolicedRate.News(
                isRoundStart: isRoundStart,
                isProbingRate: stage == .probingRate,
                isApplicationLimited: sample.isApplicationLimited,
                lost: news.lost,
                lostInAll: news.lostInAll,
                delivered: news.delivered,
                deliveredAt: news.deliveredAt
            ),
            segment: segment
        )
        if isOver { probeRate(at: news.deliveredAt) }
        if !wasPoliced, policed.rate != nil { pacingGain = Self.unit }
    }

    mutating func noteExcess(_ news: PathNews, window: Int) {
        guard news.acknowledged > 0, news.sample?.interval != nil else { return }
        excess.note(
            news.acknowledged,
            rate: rate,
            window: window,
            isRoundStart: isRoundStart,
            at: news.deliveredAt
        )
    }

    mutating func judgePipe(_ news: PathNews) {
        guard !isPipeFull, isRoundStart, news.sample?.isApplicationLimited == false else { return }
        if rates.value >= (fullRate * Self.growth) >> 8 {
            fullRate = rates.value
            fullRounds = 0
            return
        }
        fullRounds += 1
        isPipeFull = fullRounds >= Self.roundsWithoutGrowth
    }
}
