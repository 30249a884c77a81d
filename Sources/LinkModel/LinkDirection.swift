/// The two ways a packet can go, seen from the client.
package enum LinkDirection: String, Hashable, Sendable, CaseIterable {
    /// From the client's host to the origin's.
    case up
    /// From the origin's host to the client's.
    case down

    package var opposite: LinkDirection { self == .up ? .down : .up }
}
