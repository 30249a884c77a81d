/// The window shift of each end of a connection. It takes effect only if both SYNs offer scaling.
package struct WindowScaling: Hashable, Sendable {
    /// Larger shifts count as this one (RFC 7323).
    private static let most: UInt8 = 14

    private var offered = PerDirection<UInt8?>(up: nil, down: nil)

    package init() {}

    /// Records the offer of a SYN; nil if it makes none.
    package mutating func offer(_ shift: UInt8?, _ direction: LinkDirection) {
        offered[direction] = shift.map { min($0, Self.most) }
    }

    /// A window in bytes. A SYN's window is never scaled.
    package func bytes(_ window: UInt16, _ direction: LinkDirection, isSyn: Bool) -> UInt32 {
        guard !isSyn, let shift = offered[direction], offered[direction.opposite] != nil else {
            return UInt32(window)
        }
        return UInt32(window) << shift
    }
}
