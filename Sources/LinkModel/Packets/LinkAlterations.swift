/// What the line did to a packet beside carrying or dropping it.
package struct LinkAlterations: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The second copy of a packet.
    package static let duplicate = LinkAlterations(rawValue: 1)
    /// One bit of it is wrong.
    package static let corrupted = LinkAlterations(rawValue: 2)
    /// It skipped the delay, ahead of those before it.
    package static let reordered = LinkAlterations(rawValue: 4)
    /// The queue told its receiver of congestion.
    package static let marked = LinkAlterations(rawValue: 8)
}
