package import Wire

extension FetchStep {
    /// Start of each entry since the step's start; nil if its page starts when the previous page ends.
    package var offsets: [Nanoseconds?] {
        var page: Nanoseconds = 0
        return entries.indices.map { index in
            if index > 0, !entries[index].isOnSamePage { page += 1 }
            if let at = entries[index].at { return at }
            return switch start {
            case .together: 0
            case .inTurn: nil
            case .every(let interval): interval * page
            }
        }
    }

    /// The entries' indices of each page, in order.
    package var pages: [Range<Int>] {
        let starts = entries.indices.filter { $0 == 0 || !entries[$0].isOnSamePage }
        return zip(starts, starts.dropFirst() + [entries.count]).map { $0..<$1 }
    }
}
