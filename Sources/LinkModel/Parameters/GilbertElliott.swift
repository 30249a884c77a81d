/// Losses in bursts: a chain of a good and a bad state with one step per packet; each state has its own
/// chance of loss.
package struct GilbertElliott: Hashable, Sendable {
    /// From good to bad: p.
    package var toBad: Double
    /// From bad to good: r. The mean stay in the bad state is 1/r packets.
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

    /// Share of packets lost in the long run.
    package var lossRatio: Double {
        badShare * lossInBad + (1 - badShare) * lossInGood
    }

    /// Share of packets that find the chain in its bad state, in the long run.
    var badShare: Double { toBad > 0 ? toBad / (toBad + toGood) : 0 }
}
