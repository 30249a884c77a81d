package import Wire

/// Something in an archive that explains its figures, or makes them doubtful.
package enum ArchiveFinding: Hashable, Sendable {
    /// Some exchanges: how many, and the number of the first.
    package struct Some: Hashable, Sendable {
        package var count: Int
        package var first: Int

        package init(count: Int, first: Int) {
            self.count = count
            self.first = first
        }
    }

    /// The text ends after this many whole entries.
    case cutOff(entries: Int)
    /// The compressed file is damaged after this many whole entries.
    case packedDamage(entries: Int)
    case damagedEntry(Int, why: String)
    /// An entry that is larger than is read.
    case largeEntry(Int, mostBytes: Int)
    case strayEntry(Int)
    /// Damaged entries behind those that are named one by one.
    case moreDamage(entries: Int)
    case noURL(Some)
    /// No start, or no phases.
    case untimed(Some)
    /// The phases add up to another time than the one stated.
    case unlikeSum(Some)
    case unordered(Some)
    case noSize(Some)
    /// No response came. `why` is what the archive says of the first.
    case failed(Some, why: String?)
    case refused(Some)
    case cached(Some)
    /// Time for names, connections and TLS, of the time of all exchanges together.
    case settingUp(Some, time: Nanoseconds, of: Nanoseconds)
    case blocked(Some, time: Nanoseconds, of: Nanoseconds)
    /// Texts that were sent without compression.
    case uncompressed(Some, bytes: Int)
    /// Successful responses to a request that had been answered before.
    case repeated(Some, bytes: Int)
}
