/// A stream's content, which stays in place until the other end has acknowledged it: ngtcp2 sends it from here, and again
/// if it is lost.
struct OutgoingContent {
    private struct Piece {
        let start: UnsafeMutablePointer<UInt8>
        let count: Int
    }

    // The oldest first.
    private var pieces: [Piece] = []
    /// Bytes of the oldest piece that are acknowledged.
    private var acknowledged = 0

    /// Keeps a copy of the bytes, and returns where.
    mutating func keep(_ bytes: ArraySlice<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            start.initialize(from: base, count: source.count)
        }
        pieces.append(Piece(start: start, count: bytes.count))
        return start
    }

    /// That address lies in one of the pieces.
    func holds(_ place: UnsafePointer<UInt8>) -> Bool {
        // What is sent is nearly always the newest.
        pieces.last(where: { place >= UnsafePointer($0.start) && place < UnsafePointer($0.start + $0.count) })
            != nil
    }

    mutating func acknowledge(_ count: Int) {
        acknowledged += count
        var done = 0
        while done < pieces.count, acknowledged >= pieces[done].count {
            acknowledged -= pieces[done].count
            pieces[done].start.deallocate()
            done += 1
        }
        pieces.removeFirst(done)
    }

    /// Call exactly once, in the end.
    mutating func release() {
        for piece in pieces { piece.start.deallocate() }
        pieces = []
    }
}
