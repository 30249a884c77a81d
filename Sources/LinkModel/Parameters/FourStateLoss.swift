/// Losses in bursts as netem's four-state chain has them: 1 received, 2 received within a burst, 3 lost within a burst,
/// 4 lost alone. The names say from which state to which.
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

    /// The share of packets lost in the long run. From state 4 the chain always goes back to 1.
    package var lossRatio: Double {
        guard p13 > 0 else { return p14 / (1 + p14) }
        // What gets into 2 stays there.
        if p32 > 0, p23 == 0 { return 0 }
        // Balance of the states, that of 1 taken as 1: 2 and 3 feed each other, 3 alone leads back.
        guard p31 > 0 else { return p32 > 0 ? p23 / (p32 + p23) : 1 }
        let third = p13 / p31
        let second = p23 > 0 ? third * p32 / p23 : 0
        return (third + p14) / (1 + second + third + p14)
    }
}
