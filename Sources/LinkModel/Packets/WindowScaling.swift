/// By how many bits each end of a connection shifts its windows: as its SYN offers, where both ends offer it.
package struct WindowScaling: Hashable, Sendable {
    /// More is taken for so much (RFC 7323).
    private static let most: UInt8 = 14

    private var up: UInt8?
    private var down: UInt8?

    package init() {}

    /// Takes note of an offer; nil where the SYN makes none.
    package mutating func offer(_ shift: UInt8?, _ direction: LinkDirection) {
        let shift = shift.map { min($0, Self.most) }
        if direction == .up { up = shift } else { down = shift }
    }

    /// A window in bytes. That of a SYN is never scaled.
    package func bytes(_ window: UInt16, _ direction: LinkDirection, isSyn: Bool) -> UInt32 {
        guard !isSyn, let up, let down else { return UInt32(window) }
        return UInt32(window) << (direction == .up ? up : down)
    }
}
