import Testing

@testable import Theory

@Suite struct PolicedRateTests {
    private var policed = PolicedRate()
    private var news = PolicedRate.News()

    /// A round of 40 ms with these numbers of delivered and lost packets.
    private mutating func round(_ delivered: Int, lost: Int, isProbing: Bool = true) -> Bool {
        news.isRoundStart = true
        news.isProbingRate = isProbing
        news.lost = lost
        news.lostInAll += lost
        news.delivered += delivered
        news.deliveredAt += 40_000
        return policed.note(news, segment: 1448)
    }

    @Test mutating func `two intervals with 20 % loss at equal rates indicate a policer, for 48 rounds`()
        throws
    {
        var rounds = 0
        while policed.rate == nil, rounds < 20 {
            #expect(!round(40, lost: 10))
            rounds += 1
        }
        // The first loss begins it; each period is four rounds.
        #expect(rounds == 8)
        let rate = try #require(policed.rate)
        #expect(abs(rate - BottleneckModel.rateUnit / 1000) < 100)
        for _ in 1..<48 { #expect(!round(40, lost: 0)) }
        #expect(round(40, lost: 0) && policed.rate == nil)
    }

    @Test mutating func `fewer losses or different rates indicate no policer`() {
        for _ in 0..<30 { _ = round(100, lost: 10) }
        #expect(policed.rate == nil)
        for stretch in 0..<8 {
            for _ in 0..<4 { _ = round(40 << (stretch % 2), lost: 40) }
        }
        #expect(policed.rate == nil)
    }

    @Test mutating func `an application-limited round restarts detection`() {
        for _ in 0..<7 { _ = round(40, lost: 10) }
        news.isApplicationLimited = true
        _ = round(40, lost: 10)
        news.isApplicationLimited = false
        for _ in 0..<4 { _ = round(40, lost: 10) }
        #expect(policed.rate == nil)
    }
}
