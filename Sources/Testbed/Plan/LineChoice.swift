/// How the line between client and origin shall be made.
package enum LineChoice: String, Hashable, Sendable, CaseIterable {
    /// Packets where this machine allows that, else streams where they can do what is asked.
    case automatic = "auto"
    /// Real packets between two hosts, in namespaces of their own.
    case packets = "packet"
    /// Paced byte streams on this machine's loopback.
    case streams = "stream"
}
