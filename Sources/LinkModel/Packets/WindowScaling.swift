/// By how many bits each end of a connection shifts its windows: as its SYN offers, where both ends offer it.
package struct WindowScaling: Hashable, Sendable {
    /// More is taken for so much (RFC 7323).
    private static let most: UInt8 = 14

    private var offered = PerDirection<UInt8?>(up: nil, down: nil)

    package init() {}

    /// Takes note of an offer; nil where the SYN makes none.
    package mutating func offer(_ shift: UInt8?, _ direction: LinkDirection) {
        offered[direction] = shift.map { min($0, Self.most) }
    }

    /// A window in bytes. That of a SYN is never scaled.
    package func bytes(_ window: UInt16, _ direction: LinkDirection, isSyn: Bool) -> UInt32 {
        guard !isSyn, let shift = offered[direction], offered[direction.opposite] != nil else {
            return UInt32(window)
        }
        return UInt32(window) << shift
    }
}
