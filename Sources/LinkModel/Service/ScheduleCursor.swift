import Wire

/// The scheduled rate, at times that never go backwards.
struct ScheduleCursor: Sendable {
    struct Segment: Hashable, Sendable {
        var rateBps: Int64
        var end: Instant
    }

    private let pieces: [RateSchedule.Piece]
    /// Start of each piece within a round.
    private let offsets: [Nanoseconds]
    private let length: Nanoseconds
    private let repeats: Bool
    private let epoch: Instant
    private var index = 0
    private var current: Segment
    private var start: Instant

    init(_ schedule: RateSchedule, epoch: Instant) {
        pieces = schedule.pieces
        offsets = schedule.pieces.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.length) }
        length = schedule.length
        repeats = schedule.repeats && length > 0
        self.epoch = epoch
        start = epoch
        current = Segment(rateBps: 0, end: epoch)
    }

    /// The rate at `moment`, and how long it lasts.
    mutating func segment(at moment: Instant) -> Segment {
        if moment < current.end, moment >= start { return current }
        let elapsed = max(0, moment - epoch)
        let round = repeats ? elapsed / length : 0
        let offset = elapsed - round * length
        // The next piece is the most likely.
        index = index + 1 < pieces.count ? index + 1 : 0
        if offset < offsets[index] || offset >= offsets[index + 1] { index = piece(at: offset) }
        start = epoch + (round * length + offsets[index])
        let isLast = !repeats && index == pieces.count - 1
        current = Segment(
            rateBps: pieces[index].rateBps,
            end: isLast ? .never : start + pieces[index].length
        )
        return current
    }

    /// The last piece that begins at or before `offset`.
    private func piece(at offset: Nanoseconds) -> Int {
        var (low, high) = (0, pieces.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if offsets[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}

extension RateSchedule {
    /// A constant rate.
    static func steady(_ rateBps: Int64) -> RateSchedule {
        RateSchedule(pieces: [Piece(rateBps: rateBps, length: 1)], repeats: false)
    }
}
