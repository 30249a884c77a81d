/// What one transfer took, by libcurl's own timers and counters. Of the last address that answered, where redirects led
/// there; what those before it took is told apart.
public struct TransferMetrics: Hashable, Sendable {
    /// The address that answered.
    public var url: String
    /// What it answered: 304 for an image that still holds, 206 for the rest of one that was cut short.
    public var status: Int
    /// Such as `HTTP/1.1`.
    public var httpVersion: String
    /// True where an earlier transfer had opened the connection: looking up, connecting and encrypting then took nothing.
    public var isConnectionReused: Bool
    /// True where the transfer was another caller's: nothing went over the wire for this one.
    public var isShared = false
    /// Looking the host's name up.
    public var nameLookup: Duration
    /// Connecting, without what came before and after.
    public var connect: Duration
    /// Agreeing on encryption; nothing where there is none.
    public var encryption: Duration
    /// From the transfer's turn to the answer's first byte.
    public var firstByte: Duration
    /// From the transfer's turn to the answer's last byte; every redirect included.
    public var total: Duration
    /// The part of `total` that redirects took.
    public var redirecting = Duration.zero
    /// Requests, heads and bodies as they went over the connection, encryption aside; redirects included.
    public var sentBytes: Int
    /// Heads that came, redirects included.
    public var headerBytes: Int
    /// Bodies that came, redirects included.
    public var bodyBytes: Int
    /// The way from the address that was asked for to this one.
    public var redirects: [Redirect] = []

    /// All that came.
    public var receivedBytes: Int { headerBytes + bodyBytes }

    /// Body bytes a second from the first to the last; nil where that took no time.
    public var bytesPerSecond: Double? {
        let receiving = (total - redirecting - firstByte) / .seconds(1)
        return receiving > 0 ? Double(bodyBytes) / receiving : nil
    }

    /// The same at the end of a way, of which all `before` were the steps so far.
    func following(_ before: TransferMetrics?, by redirects: [Redirect]) -> TransferMetrics {
        guard let before else { return self }
        var metrics = self
        metrics.redirecting = before.total
        metrics.total += before.total
        metrics.sentBytes += before.sentBytes
        metrics.headerBytes += before.headerBytes
        metrics.bodyBytes += before.bodyBytes
        metrics.redirects = redirects
        return metrics
    }
}
