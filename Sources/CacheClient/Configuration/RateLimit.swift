/// How often a client may begin a transfer, however many connections are free.
public struct RateLimit: Hashable, Sendable {
    /// Transfers per second in the long run.
    public var perSecond: Double
    /// Transfers that may begin at once after a pause.
    public var burst: Int

    /// Makes a limit; by default 80 a second and 25 at once.
    public init(perSecond: Double = 80, burst: Int = 25) {
        self.perSecond = max(perSecond, 0.001)
        self.burst = max(burst, 1)
    }
}
