/// How to make the line between client and origin.
package enum LineChoice: String, Hashable, Sendable, CaseIterable {
    /// Packets if this machine allows them, else streams if they can do what the scenario asks.
    case automatic = "auto"
    /// Real packets between two hosts in namespaces of their own.
    case packets = "packet"
    /// Paced byte streams on this machine's loopback.
    case streams = "stream"
}
