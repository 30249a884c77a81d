/// What to watch a descriptor for. Errors and hang-ups are always reported, even with an empty interest.
package struct PollInterest: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Stored, since each empty literal would be made by the library's slow general path.
    package static let nothing: PollInterest = []
    package static let read = PollInterest(rawValue: 1)
    package static let write = PollInterest(rawValue: 2)
}
