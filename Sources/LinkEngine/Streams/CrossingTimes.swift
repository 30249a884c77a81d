import Wire

/// How long the bytes of one client took over a line, one entry for each piece. Pure.
///
/// The latest pieces are all kept, and of those before them fewer the more there are: the way of bytes long ago is told by
/// a piece that crossed about then.
struct CrossingTimes {
    private struct Piece {
        /// Bytes of the connection up to its end.
        var end: Int
        var entered: Instant
        var left: Instant?
    }

    /// Pieces of either kind.
    static let most = 128

    private var latest: [Piece] = []
    private var earlier: [Piece] = []
    /// Of the pieces that are not among the latest any more, one in so many is kept.
    private var share = 1
    private var passed = 0
    private var entered = 0
    private var left = 0
    /// When the client asked for the connection; nil once it has sent something, since the first bytes wait for the
    /// handshake.
    private var asked: Instant?
    /// Place of the first piece that has not left.
    private var next = 0

    /// Pieces that are known.
    var count: Int { latest.count + earlier.count }

    mutating func open(at asked: Instant) {
        self.asked = asked
    }

    mutating func enter(_ bytes: Int, at now: Instant) {
        entered += bytes
        latest.append(Piece(end: entered, entered: asked ?? now))
        asked = nil
        if latest.count >= 2 * Self.most, next >= Self.most { makeRoom() }
    }

    mutating func leave(_ bytes: Int, at now: Instant) {
        left += bytes
        while next < latest.count, latest[next].end <= left {
            latest[next].left = now
            next += 1
        }
    }

    /// Of the latest piece that had left by then.
    func way(at instant: Instant) -> Nanoseconds? {
        Self.way(at: instant, latest[..<next]) ?? Self.way(at: instant, earlier[...])
    }

    private static func way(at instant: Instant, _ pieces: ArraySlice<Piece>) -> Nanoseconds? {
        var (low, high) = (pieces.startIndex, pieces.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if let left = pieces[middle].left, left <= instant { low = middle + 1 } else { high = middle }
        }
        guard low > pieces.startIndex, let left = pieces[low - 1].left else { return nil }
        return left - pieces[low - 1].entered
    }

    private mutating func makeRoom() {
        for piece in latest.prefix(Self.most) {
            if passed.isMultiple(of: share) { earlier.append(piece) }
            passed += 1
        }
        latest.removeFirst(Self.most)
        next -= Self.most
        while earlier.count > Self.most {
            share *= 2
            earlier = stride(from: 0, to: earlier.count, by: 2).map { earlier[$0] }
        }
    }
}
