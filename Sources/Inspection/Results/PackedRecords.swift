/// Results while they are found: packed one behind the other, and handed to the spool whenever many bytes have come together.
struct PackedRecords<Element: PackedResult> {
    /// Of what is in memory.
    private static var burst: Int { 1 << 20 }

    private var writer = PackedWriter()
    private let spool: (any InspectionSpool)?
    /// The spool has no more room.
    private var isFull = false
    private var spooled = 0
    private var places: [(order: UInt64, place: PackedPlace)] = []

    init(_ spool: (any InspectionSpool)?) {
        self.spool = spool
    }

    var count: Int { places.count }

    mutating func add(_ element: Element) {
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

    /// All of them in their order. To be called once.
    mutating func takeSorted() -> InspectedList<Element> {
        // Those of one order came in it.
        places.sort { ($0.order, $0.place.start) < ($1.order, $1.place.start) }
        defer {
            places = []
            writer = PackedWriter()
        }
        return InspectedList(
            PackedStore(spool: spool, spooled: spooled, rest: writer.bytes, shared: writer.shared),
            places.map(\.place)
        )
    }
}
