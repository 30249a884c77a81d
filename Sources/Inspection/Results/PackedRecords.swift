/// Results while they are found: packed one after the other, and handed to the spool in large batches.
struct PackedRecords<Element: PackedResult> {
    /// Bytes in memory that trigger a batch.
    private static var burst: Int { 1 << 20 }

    private var writer = PackedWriter()
    private let most: Int
    private let spool: (any InspectionSpool)?
    /// The spool has no more room.
    private var isFull = false
    private var spooled = 0
    private var places: [(order: UInt64, place: PackedPlace)] = []
    /// Results beyond the most that are listed.
    private(set) var leftOut = 0

    init(most: Int, _ spool: (any InspectionSpool)?) {
        self.most = most
        self.spool = spool
    }

    mutating func add(_ element: Element) {
        guard places.count < most else {
            leftOut += 1
            return
        }
        let start = writer.bytes.count
        element.pack(into: &writer)
        places.append(
            (
                element.packedOrder,
                PackedPlace(start: spooled + start, length: writer.bytes.count - start)
            )
        )
        guard writer.bytes.count >= Self.burst, let spool, !isFull else { return }
        isFull = !spool.append(writer.bytes)
        guard !isFull else { return }
        spooled += writer.bytes.count
        writer.removeBytes()
    }

    /// All results in order, each amended on access. Call once.
    mutating func takeSorted(amending: InspectedList<Element>.Change? = nil) -> InspectedList<Element> {
        // Results of equal order stay in order of arrival.
        places.sort { ($0.order, $0.place.start) < ($1.order, $1.place.start) }
        defer {
            places = []
            writer = PackedWriter()
        }
        return InspectedList(
            PackedStore(spool: spool, spooled: spooled, rest: writer.bytes, shared: writer.shared),
            places.map(\.place),
            amending
        )
    }
}
