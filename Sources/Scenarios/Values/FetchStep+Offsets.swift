package import Wire

extension FetchStep {
    /// When an entry starts, counted from the step's start; nil where it starts when the one before it has ended.
    package func offset(of index: Int) -> Nanoseconds? {
        if let at = entries[index].at { return at }
        return switch start {
        case .together: 0
        case .inTurn: nil
        case .every(let interval): interval * Nanoseconds(index)
        }
    }
}
