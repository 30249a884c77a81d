/// What the line did to a packet besides carrying or dropping it.
public struct LinkAlterations: OptionSet, Hashable, Sendable {
    /// A bit for each.
    public let rawValue: UInt8

    /// A bit for each.
    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The second copy of a packet.
    @inlinable
    public static var duplicate: LinkAlterations { LinkAlterations(rawValue: 1) }
    /// One bit of it is wrong.
    @inlinable
    public static var corrupted: LinkAlterations { LinkAlterations(rawValue: 2) }
    /// It skipped the delay and overtook earlier packets.
    @inlinable
    public static var reordered: LinkAlterations { LinkAlterations(rawValue: 4) }
    /// The queue marked it, which tells its receiver of congestion.
    @inlinable
    public static var marked: LinkAlterations { LinkAlterations(rawValue: 8) }
}
