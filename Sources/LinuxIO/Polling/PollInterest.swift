/// What a descriptor is watched for. Errors and hang-ups are always reported, also with an empty interest.
package struct PollInterest: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Made once: an empty literal is made by the library's general way, each time anew.
    package static let nothing: PollInterest = []
    package static let read = PollInterest(rawValue: 1)
    package static let write = PollInterest(rawValue: 2)
}
