/// Where a response's bytes lie among those that the server sent on the connection, TLS included.
package struct ServedPlaces: Hashable, Sendable {
    /// Most ranges of one response. Frames beyond join the last range, with the others' between them.
    private static let most = 16_384

    /// In order and apart from each other.
    package private(set) var ranges: [Range<Int>] = []
    /// The client can read the last of these bytes once it has all the connection's bytes up to this place: with TLS, the
    /// end of the record.
    package private(set) var readableAt = 0

    package init() {}

    /// Adds bytes of a response, by their indices among the bytes that the kernel took at once.
    mutating func add(_ range: Range<Int>, of taken: SentByteMap) {
        guard !range.isEmpty else { return }
        let (start, end) = (taken.place(of: range.lowerBound), taken.place(of: range.upperBound - 1) + 1)
        readableAt = max(readableAt, taken.readable(range.upperBound))
        if let last = ranges.last, isNext(start, last.upperBound, taken) || ranges.count == Self.most {
            ranges[ranges.count - 1] = last.lowerBound..<max(end, last.upperBound)
        } else {
            ranges.append(start..<end)
        }
    }

    /// Nothing but the seam of two TLS records lies between.
    private func isNext(_ start: Int, _ end: Int, _ taken: SentByteMap) -> Bool {
        start == end || start - end == taken.records?.overhead
    }
}
