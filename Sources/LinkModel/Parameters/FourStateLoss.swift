/// Losses in bursts by netem's four-state chain: 1 received, 2 received within a burst, 3 lost within a
/// burst, 4 lost alone. `p13` is the chance to go from state 1 to state 3.
package struct FourStateLoss: Hashable, Sendable {
    package var p13: Double
    package var p31: Double
    package var p32: Double
    package var p23: Double
    package var p14: Double

    package init(p13: Double, p31: Double = 1, p32: Double = 0, p23: Double = 1, p14: Double = 0) {
        self.p13 = p13
        self.p31 = p31
        self.p32 = p32
        self.p23 = p23
        self.p14 = p14
    }

    /// Share of packets lost in the long run.
    package var lossRatio: Double { stateShares[2] + stateShares[3] }

    /// Long-run share of packets in each of the states 1 to 4.
    var stateShares: [Double] {
        // Balance of the states: 1 and 3 feed each other, as do 2 and 3, and 1 and 4.
        guard p13 > 0 else { return [1 / (1 + p14), 0, 0, p14 / (1 + p14)] }
        if p32 > 0, p23 == 0 { return [0, 1, 0, 0] }
        guard p31 > 0 else {
            let lost = p32 > 0 ? p23 / (p32 + p23) : 1
            return [0, 1 - lost, lost, 0]
        }
        let third = p13 / p31
        let weights = [1, p32 > 0 ? third * p32 / p23 : 0, third, p14]
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }
}
