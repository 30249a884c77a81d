/// The positions of the elements with the highest ranks among any number of elements. Memory is needed for
/// these alone.
struct HighestRanks {
    private struct Entry {
        /// nil sorts after every rank.
        let rank: Int64?
        let place: Int

        func isBefore(_ other: Entry) -> Bool {
            guard rank != other.rank else { return place < other.place }
            guard let rank else { return false }
            return other.rank.map { rank > $0 } ?? true
        }
    }

    private let most: Int
    /// A heap once more entries came than are kept: no entry sorts before either of its children, and the
    /// root sorts last.
    private var entries: [Entry] = []
    private var isHeap = false

    init(most: Int) {
        self.most = most
    }

    mutating func add(_ rank: Int64?, at place: Int) {
        let entry = Entry(rank: rank, place: place)
        guard entries.count >= most else { return entries.append(entry) }
        if !isHeap { makeHeap() }
        guard let last = entries.first, entry.isBefore(last) else { return }
        entries[0] = entry
        sink(0)
    }

    /// The highest rank first, equal ones by position.
    var places: [Int] { entries.sorted { $0.isBefore($1) }.map(\.place) }

    private mutating func makeHeap() {
        isHeap = true
        for place in (0..<entries.count / 2).reversed() { sink(place) }
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            let children = (2 * place + 1...2 * place + 2).filter { $0 < entries.count }
            guard let last = children.max(by: { entries[$0].isBefore(entries[$1]) }),
                entries[place].isBefore(entries[last])
            else { return }
            entries.swapAt(place, last)
            place = last
        }
    }
}
