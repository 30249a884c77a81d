/// How often a client may begin a transfer, however many connections are free.
public struct RateLimit: Hashable, Sendable {
    /// In the long run.
    public var perSecond: Double
    /// At once, after a pause.
    public var burst: Int

    /// 80 a second, 25 at once, unless said otherwise.
    public init(perSecond: Double = 80, burst: Int = 25) {
        self.perSecond = max(perSecond, 0.001)
        self.burst = max(burst, 1)
    }
}
