/// How often something may happen: a burst, plus a number per second.
package struct HTTP2Allowance: Hashable, Sendable {
    package var burst: Int
    package var perSecond: Int

    package init(burst: Int, perSecond: Int) {
        self.burst = burst
        self.perSecond = perSecond
    }
}
