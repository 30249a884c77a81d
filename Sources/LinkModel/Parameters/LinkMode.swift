/// What crosses the line between two hosts.
package enum LinkMode: String, Hashable, Sendable, CaseIterable {
    /// Packets of the kernel's own TCP, between hosts in namespaces of their own.
    case packet
    /// Paced byte streams on this machine's loopback.
    case stream
}
