/// The segments that a sender has out, in the order of the stream, and what it believes has become of each.
struct Scoreboard {
    struct Sent {
        var range: Range<Int>
        /// Microseconds; when it was last sent.
        var sentAt: Int
        /// Sent last of a burst.
        var endsBurst = false
        var isSacked = false
        var isLost = false
        /// Sent again, and out.
        var isResent = false
        var wasEverResent = false
    }

    private var segments: [Sent] = []
    private var first = 0
    private(set) var sacked = 0
    private(set) var lost = 0
    private(set) var resent = 0
    /// How often one was given up, ever.
    private(set) var losses = 0

    var count: Int { segments.count - first }
    var isEmpty: Bool { count == 0 }
    var inFlight: Int { count - sacked - lost + resent }
    var indices: Range<Int> { first..<segments.count }
    var oldest: Sent? { isEmpty ? nil : segments[first] }

    subscript(index: Int) -> Sent { segments[index] }

    mutating func add(_ range: Range<Int>, at now: Int, endsBurst: Bool) {
        segments.append(Sent(range: range, sentAt: now, endsBurst: endsBurst))
    }

    /// Takes the oldest away: all of it has been acknowledged.
    mutating func removeOldest() -> Sent {
        let segment = segments[first]
        if segment.isSacked { sacked -= 1 }
        if segment.isLost { lost -= 1 }
        if segment.isResent { resent -= 1 }
        first += 1
        if first == segments.count {
            segments.removeAll(keepingCapacity: segments.count < 4096)
            first = 0
        } else if first > 1024, first * 2 > segments.count {
            segments.removeFirst(first)
            first = 0
        }
        return segment
    }

    /// Where the segment stands that begins at or behind a byte of the stream.
    func index(at sequence: Int) -> Int {
        segments.partitioningIndex(from: first) { $0.range.lowerBound >= sequence }
    }

    mutating func sack(_ index: Int) {
        if segments[index].isLost { lost -= 1 }
        if segments[index].isResent { resent -= 1 }
        segments[index].isLost = false
        segments[index].isResent = false
        segments[index].isSacked = true
        sacked += 1
    }

    /// A segment sent again that is given up once more is no longer out.
    mutating func lose(_ index: Int) {
        if segments[index].isResent {
            segments[index].isResent = false
            resent -= 1
            losses += 1
        }
        guard !segments[index].isLost else { return }
        segments[index].isLost = true
        lost += 1
        losses += 1
    }

    mutating func unlose(_ index: Int) {
        guard segments[index].isLost else { return }
        segments[index].isLost = false
        lost -= 1
    }

    mutating func resend(_ index: Int, at now: Int) {
        if !segments[index].isResent { resent += 1 }
        segments[index].isResent = true
        segments[index].wasEverResent = true
        segments[index].sentAt = now
    }
}
