/// How often something may happen: so many times at once, and so many more each second.
package struct HTTP2Allowance: Hashable, Sendable {
    package var burst: Int
    package var perSecond: Int

    package init(burst: Int, perSecond: Int) {
        self.burst = burst
        self.perSecond = perSecond
    }
}
