/// Maps bytes of a stream to the packets that carried them, while a message may still ask.
struct ArrivalMarks {
    struct Mark {
        /// Stream offset of its first byte; the mark covers all bytes up to the next mark.
        var offset: Int
        /// The packet that first carried these bytes.
        var arrival: Arrival
        /// The packet with which these bytes and all before them had arrived.
        var arrived: Arrival
        /// The first packet of the encrypted record that held these bytes; nil in the clear.
        var began: Arrival?
    }

    private var marks: [Mark] = []

    var heldBytes: Int { marks.count * MemoryLayout<Mark>.stride }

    /// Notes the next bytes in order.
    mutating func add(_ piece: StreamPiece) {
        var arrived = piece.arrived
        if let last = marks.last { arrived = .latest(last.arrived, arrived) }
        marks.append(Mark(offset: piece.offset, arrival: piece.arrival, arrived: arrived, began: piece.began))
    }

    /// nil only for bytes before those remembered.
    func mark(at offset: Int) -> Mark? {
        marks.last { $0.offset <= offset }
    }

    /// Forgets bytes before `offset`.
    mutating func forget(before offset: Int) {
        guard let last = marks.lastIndex(where: { $0.offset <= offset }), last > 0 else { return }
        marks.removeFirst(last)
    }
}
