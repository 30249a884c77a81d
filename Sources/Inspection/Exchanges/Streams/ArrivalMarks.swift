/// Remembers which packet brought which byte of a stream, for as long as a message may still ask.
struct ArrivalMarks {
    struct Mark {
        /// Stream offset of the first byte it speaks of; it speaks of all up to the next mark.
        var offset: Int
        /// The packet that first brought these bytes.
        var arrival: Arrival
        /// The packet with which these bytes and all before them had arrived.
        var arrived: Arrival
    }

    private var marks: [Mark] = []

    /// Notes the next bytes in order.
    mutating func add(_ piece: StreamPiece) {
        var arrived = piece.arrived
        if let last = marks.last { arrived = .latest(last.arrived, arrived) }
        marks.append(Mark(offset: piece.offset, arrival: piece.arrival, arrived: arrived))
    }

    /// nil only for bytes before those remembered.
    func mark(at offset: Int) -> Mark? {
        marks.last { $0.offset <= offset }
    }

    /// Forgets what lies before `offset`.
    mutating func forget(before offset: Int) {
        guard let last = marks.lastIndex(where: { $0.offset <= offset }), last > 0 else { return }
        marks.removeFirst(last)
    }
}
