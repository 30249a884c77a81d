/// Where the bytes of each stream lie among all that one end has sent, in the order in which they were first sent.
struct StreamBytes {
    private struct Piece {
        var offset: Int64
        var place: Int64
        var count: Int64
    }

    private var streams: [Int64: [Piece]] = [:]
    /// All bytes so far.
    private(set) var count: Int64 = 0

    /// The places of bytes of a stream, in order; those that are new get the next ones. Bytes that were left out before are not
    /// known.
    mutating func places(of stream: Int64, from offset: Int64, count length: Int64) -> [Range<Int64>] {
        var pieces = streams[stream] ?? []
        let end = offset + length
        let sent = pieces.last.map { $0.offset + $0.count } ?? 0
        if end > sent {
            let start = max(offset, sent)
            let piece = Piece(offset: start, place: count, count: end - start)
            if let last = pieces.indices.last, pieces[last].offset + pieces[last].count == start,
                pieces[last].place + pieces[last].count == count
            {
                pieces[last].count += piece.count
            } else {
                pieces.append(piece)
            }
            count += piece.count
            streams[stream] = pieces
        }
        var found: [Range<Int64>] = []
        for piece in pieces where piece.offset < end && piece.offset + piece.count > offset {
            let from = max(offset, piece.offset) - piece.offset
            let to = min(end, piece.offset + piece.count) - piece.offset
            found.append(piece.place + from..<piece.place + to)
        }
        return found
    }
}
