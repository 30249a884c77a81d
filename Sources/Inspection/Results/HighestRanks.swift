/// The positions of the elements with the highest ranks among any number of elements. Memory is needed for
/// twice as many at most.
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
    private var entries: [Entry] = []
    /// The lowest of the entries kept when they were sorted last; no later one is of use.
    private var lowest: Entry?

    init(most: Int) {
        self.most = most
    }

    mutating func add(_ rank: Int64?, at place: Int) {
        let entry = Entry(rank: rank, place: place)
        if let lowest, lowest.isBefore(entry) { return }
        entries.append(entry)
        // Sorted only when as many again have come, which costs each little.
        guard entries.count - most > most else { return }
        entries = sorted
        lowest = entries.last
    }

    /// The highest rank first, equal ones by position.
    var places: [Int] { sorted.map(\.place) }

    private var sorted: [Entry] { Array(entries.sorted { $0.isBefore($1) }.prefix(most)) }
}
