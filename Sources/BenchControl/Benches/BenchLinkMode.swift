/// What carries the lines of benches.
package enum BenchLinkMode: String, Hashable, Sendable, CaseIterable {
    /// Packets, between the client's host and an origin's host for each bench.
    case packet
    /// Paced byte streams on this machine's loopback.
    case stream
}
