/// A deviation of a `result.json` from what a run writes.
package enum ResultFault: Hashable, Sendable {
    package enum List: String, Hashable, Sendable {
        case transfers, steps
    }

    /// An entry of a list that cannot be read.
    package enum Entry: Hashable, Sendable {
        case transfer(TransferName)
        /// A step, or a transfer without a step.
        case name(String)
        /// Counted from 1, without a name.
        case place(Int)
    }

    case noResult
    case otherVersion
    case empty(List)
    case unreadable(List, [Entry])
    /// Packets are assumed.
    case unknownCarrier
    case unknownTrust
    /// Two transfers have the same number.
    case sameNumber(Int)
}
