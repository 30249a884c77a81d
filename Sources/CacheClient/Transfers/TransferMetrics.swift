/// Timings and sizes of one transfer, by libcurl's own timers and counters. After redirects they are those of
/// the last address; the time of the earlier ones is separate.
public struct TransferMetrics: Hashable, Sendable {
    /// The address that answered.
    public var url: String
    /// Status of the answer: 304 for an image that is still valid, 206 for the rest of one that was cut
    /// short.
    public var status: Int
    /// For example `HTTP/1.1`.
    public var httpVersion: String
    /// True if an earlier transfer opened the connection: name lookup, connecting and encryption then took no
    /// time.
    public var isConnectionReused: Bool
    /// True if another caller's transfer was shared: nothing was sent for this one.
    public var isShared = false
    /// Time of the host's name lookup.
    public var nameLookup: Duration
    /// Time of the TCP connection, without name lookup and encryption.
    public var connect: Duration
    /// Time of the TLS handshake; zero without encryption.
    public var encryption: Duration
    /// From the transfer's turn to the answer's first byte.
    public var firstByte: Duration
    /// From the transfer's turn to the answer's last byte; every redirect included.
    public var total: Duration
    /// The part of `total` that redirects took.
    public var redirecting = Duration.zero
    /// Bytes sent: requests with their heads and bodies, before encryption; redirects included.
    public var sentBytes: Int
    /// Bytes of heads received, redirects included.
    public var headerBytes: Int
    /// Bytes of bodies received, redirects included.
    public var bodyBytes: Int
    /// The redirects from the requested address to this one.
    public var redirects: [Redirect] = []

    /// All bytes received.
    public var receivedBytes: Int { headerBytes + bodyBytes }

    /// Body bytes per second, from the first to the last; nil if that took no time.
    public var bytesPerSecond: Double? {
        let receiving = (total - redirecting - firstByte) / .seconds(1)
        return receiving > 0 ? Double(bodyBytes) / receiving : nil
    }

    /// The metrics at the end of a chain of redirects; `before` sums up the earlier steps.
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
