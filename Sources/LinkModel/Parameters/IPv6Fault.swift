/// How IPv6 fails on a line that has both versions: the origin has an IPv6 address which nobody reaches.
package enum IPv6Fault: String, Hashable, Sendable, CaseIterable {
    /// The far end of the line answers that it has no route.
    case noRoute
    /// Packets disappear behind the line.
    case blackHole
}
