/// Where the records of an encrypted stream end. A program reads a record's header first, and then the record, so that one
/// read never goes beyond it.
struct RecordPlaces {
    private static let header = 5

    /// Those that have not been read.
    private var ends: [Int] = []
    /// The last one that has been read.
    private var last: Int?

    mutating func add(_ end: Int) { ends.append(end) }

    /// Where the next read ends at the latest, if everything before `place` has been read.
    mutating func limit(from place: Int) -> Int {
        while let first = ends.first, first <= place { last = ends.removeFirst() }
        return last == place ? place + Self.header : ends.first ?? .max
    }
}
