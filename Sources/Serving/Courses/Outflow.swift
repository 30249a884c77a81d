import Wire

/// How much of a response's content may have been sent by an instant. It never reads a clock.
///
/// Byte n is due at the start, plus the time of n bytes at the rate, plus the pauses before its piece.
/// Lateness does not delay later bytes: a client that was slow to take bytes catches up.
struct Outflow {
    /// Nanoseconds of the rate that are released together, so that a fast response is not sent byte by byte.
    private static let grain: Nanoseconds = 4_000_000
    /// A slow response fills segments, unless that takes longer than this.
    private static let longestGrain: Nanoseconds = 100_000_000
    private static let segment = 1448

    let start: Instant
    /// Bytes of content in all.
    let count: Int
    private let rate: Int?
    private let pieces: PacedPieces?
    /// Bytes released together.
    private let quantum: Int
    /// The piece being released, and the sum of all pauses before it.
    private var piece = 0
    private var paused: Nanoseconds = 0
    /// Bytes that may have been sent by the latest instant asked about.
    private(set) var open = 0

    init(_ course: ResponseCourse, of count: Int, from start: Instant) {
        self.start = start
        self.count = count
        rate = course.rate.map { max(1, $0) }
        pieces = course.pieces
        quantum =
            if let rate {
                max(1, Self.earned(Self.grain, rate), min(Self.segment, Self.earned(Self.longestGrain, rate)))
            } else {
                Int.max
            }
    }

    /// Bytes that may have been sent by `now`, which never decreases.
    mutating func allowance(at now: Instant) -> Int {
        guard now >= start else { return open }
        while open < count {
            let end = pieceEnd
            open = max(open, min(reach(at: now), end))
            guard open == end, end < count, let pieces, now >= nextPiece(pieces) else { break }
            paused += pieces.pause(after: piece)
            piece += 1
        }
        return open
    }

    /// When more may be sent than was allowed last; nil if that was all.
    var next: Instant? {
        guard open < count else { return nil }
        let end = pieceEnd
        if open == end, let pieces { return nextPiece(pieces) }
        return due(min(open - open % quantum + min(quantum, count), end))
    }

    /// Offset after the piece's last byte.
    private var pieceEnd: Int {
        guard let pieces else { return count }
        let (end, overflows) = pieces.size.multipliedReportingOverflow(by: piece + 1)
        return overflows ? count : min(end, count)
    }

    private func nextPiece(_ pieces: PacedPieces) -> Instant {
        due(pieceEnd) + pieces.pause(after: piece)
    }

    private func due(_ bytes: Int) -> Instant {
        start + paused + (rate.map { Self.time(bytes, $0) } ?? 0)
    }

    /// Bytes that the rate has earned, in whole quanta except at the end.
    private func reach(at now: Instant) -> Int {
        guard let rate else { return count }
        let earned = Self.earned(max(0, now - start - paused), rate)
        let whole = earned - earned % quantum
        return earned >= pieceEnd ? pieceEnd : whole
    }

    private static func earned(_ time: Nanoseconds, _ rate: Int) -> Int {
        Int(clamping: Int128(time) * Int128(rate) / 8_000_000_000)
    }

    /// Rounded up, so that the bytes are earned by then.
    private static func time(_ bytes: Int, _ rate: Int) -> Nanoseconds {
        Nanoseconds(clamping: (Int128(bytes) * 8_000_000_000 + Int128(rate) - 1) / Int128(rate))
    }
}
