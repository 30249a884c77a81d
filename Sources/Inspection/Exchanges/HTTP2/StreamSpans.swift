/// Owners of byte ranges in a stream that several share; only the latest ranges are kept.
struct StreamSpans {
    private static let most = 8192

    private var starts: [(offset: Int, owner: Int)] = []

    /// From `offset` on, the stream belongs to `owner`.
    mutating func add(_ owner: Int, from offset: Int) {
        if let last = starts.last, last.owner == owner { return }
        if starts.count >= Self.most { starts.removeFirst(Self.most / 2) }
        starts.append((offset, owner))
    }

    func owner(of offset: Int) -> Int? {
        starts.last { $0.offset <= offset }?.owner ?? starts.first?.owner
    }
}
