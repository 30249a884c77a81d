/// Losses in bursts: a chain of a good and a bad state, a step a packet, each state with its own chance of loss.
package struct GilbertElliott: Hashable, Sendable {
    /// From good to bad: p.
    package var toBad: Double
    /// From bad to good: r. A stay in the bad state lasts 1/r packets in the mean.
    package var toGood: Double
    /// 1 - h.
    package var lossInBad: Double
    /// 1 - k.
    package var lossInGood: Double

    package init(toBad: Double, toGood: Double, lossInBad: Double = 1, lossInGood: Double = 0) {
        self.toBad = toBad
        self.toGood = toGood
        self.lossInBad = lossInBad
        self.lossInGood = lossInGood
    }

    /// The share of packets lost in the long run.
    package var lossRatio: Double {
        guard toBad + toGood > 0 else { return lossInGood }
        let bad = toBad / (toBad + toGood)
        return bad * lossInBad + (1 - bad) * lossInGood
    }
}
