/// The bytes of packed results: the first of them in the spool, the rest in memory.
final class PackedStore: Sendable {
    private let spool: (any InspectionSpool)?
    private let spooled: Int
    private let rest: [UInt8]
    private let shared: [String]

    init(spool: (any InspectionSpool)?, spooled: Int, rest: [UInt8], shared: [String]) {
        self.spool = spool
        self.spooled = spooled
        self.rest = rest
        self.shared = shared
    }

    /// No record spans the two.
    func reader(at place: PackedPlace) -> PackedReader {
        if place.start >= spooled {
            let start = place.start - spooled
            return PackedReader(rest, in: start..<start + place.length, shared: shared)
        }
        let bytes = spool?.bytes(in: place.start..<place.start + place.length) ?? []
        return PackedReader(bytes, in: 0..<place.length, shared: shared)
    }
}
