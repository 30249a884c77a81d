package import Wire

/// How a bench fared until it was taken down.
package struct SideBenchEnd: Hashable, Sendable {
    /// Parts of netlab that ended by themselves.
    package var failures: [String]
    /// Packets that the line should have delivered but did not.
    package var lostPackets: Int
    /// nil if no packet crossed the line, and for lines of byte streams.
    package var latenessP99: Nanoseconds?
}
