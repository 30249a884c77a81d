import Wire

/// A sender's outstanding segments in stream order, with their believed fates.
struct Scoreboard {
    struct Sent {
        var range: Range<Int>
        /// When it was last sent.
        var left: Instant
        /// Last segment of a piece of the send buffer: of a burst, until pieces are cut and joined.
        var endsBurst = false
        var isSacked = false
        var isLost = false
        /// Retransmitted and in flight. A tail probe does not count.
        var isResent = false
        var wasEverResent = false
        /// RACK watches it. Once found lost, it is watched again when it goes again.
        var isWatched = true
        /// Segments delivered by then.
        var deliveredBefore = 0

        /// When it was last sent, in microseconds.
        var sentAt: Int { KernelTime.microseconds(left) }
    }

    private var segments: [Sent] = []
    private var first = 0
    private(set) var sacked = 0
    private(set) var lost = 0
    private(set) var resent = 0
    /// Total number of losses so far.
    private(set) var losses = 0
    /// End of the furthest segment that arrived beyond a gap; only valid while there is one.
    private var furthest = 0

    var count: Int { segments.count - first }
    var isEmpty: Bool { count == 0 }
    var inFlight: Int { count - sacked - lost + resent }
    var indices: Range<Int> { first..<segments.count }
    var oldest: Sent? { isEmpty ? nil : segments[first] }

    subscript(index: Int) -> Sent { segments[index] }

    /// Where the segments known to have arrived end; nil if none arrived beyond a gap.
    var sackedEnd: Int? { sacked > 0 ? furthest : nil }

    /// A retransmission is in flight, or the oldest segment was ever sent again.
    var isAnyResent: Bool { resent > 0 || oldest?.wasEverResent == true }

    mutating func add(_ range: Range<Int>, at now: Instant, endsBurst: Bool, delivered: Int = 0) {
        segments.append(Sent(range: range, left: now, endsBurst: endsBurst, deliveredBefore: delivered))
    }

    /// Removes the oldest segment, which is fully acknowledged.
    mutating func removeOldest() -> Sent {
        let segment = segments[first]
        if segment.isSacked { sacked -= 1 }
        if segment.isLost { lost -= 1 }
        if segment.isResent { resent -= 1 }
        first += 1
        if first == segments.count {
            segments.removeAll(keepingCapacity: segments.count < 4096)
            first = 0
            // A segment that went again without being lost, and then once more, counts twice until here.
            resent = 0
        } else if first > 1024, first * 2 > segments.count {
            segments.removeFirst(first)
            first = 0
        }
        return segment
    }

    /// Index of the first segment that begins at or after a stream position.
    func index(at sequence: Int) -> Int {
        segments.partitioningIndex(from: first) { $0.range.lowerBound >= sequence }
    }

    mutating func sack(_ index: Int) {
        // A retransmission of a segment that is not lost counts as in flight still.
        if segments[index].isLost {
            lost -= 1
            if segments[index].isResent { resent -= 1 }
            segments[index].isResent = false
        }
        segments[index].isLost = false
        segments[index].isSacked = true
        furthest = max(sackedEnd ?? 0, segments[index].range.upperBound)
        sacked += 1
    }

    /// Cuts and joins pieces as Linux does when these segments, one after another, are found to have arrived: pieces end where
    /// the arrived bytes do, and a piece that arrived joins the one before it, if `fits` allows that for the bytes of both.
    /// Returns by how many pieces there are more.
    mutating func regroup(_ run: Range<Int>, fits: (Range<Int>) -> Bool) -> Int {
        var change = 0
        var start = run.lowerBound
        if start > first, cut(after: start - 1) { change += 1 }
        while start < run.upperBound {
            let end = pieceEnd(from: start, before: run.upperBound)
            let isWhole = segments[end].endsBurst
            let joins = joinsPieceBefore(start, with: end, fits)
            if joins { segments[start - 1].endsBurst = false }
            // What is left of a piece whose beginning joins the one before stays a piece.
            change += (isWhole ? 0 : 1) - (joins ? 1 : 0)
            segments[end].endsBurst = true
            start = end + 1
            guard joins, isWhole, start == run.upperBound, start < segments.count, segments[start].isSacked
            else { continue }
            let last = pieceEnd(from: start, before: segments.count)
            if joinsPieceBefore(start, with: last, fits) {
                segments[end].endsBurst = false
                change -= 1
            }
        }
        return change
    }

    /// The last segment of the piece that this one belongs to, as far as it lies before `limit`.
    private func pieceEnd(from index: Int, before limit: Int) -> Int {
        var end = index
        while end + 1 < limit, !segments[end].endsBurst { end += 1 }
        return end
    }

    private func joinsPieceBefore(_ start: Int, with end: Int, _ fits: (Range<Int>) -> Bool) -> Bool {
        guard start > first, segments[start - 1].isSacked,
            segments[start - 1].range.count == segments[start].range.count
        else { return false }
        var begin = start - 1
        while begin > first, !segments[begin - 1].endsBurst { begin -= 1 }
        return fits(segments[begin].range.lowerBound..<segments[end].range.upperBound)
    }

    /// The piece ends with that segment; true if it did not before.
    mutating func cut(after index: Int) -> Bool {
        guard !segments[index].endsBurst else { return false }
        segments[index].endsBurst = true
        return true
    }

    /// A lost retransmission is in flight no more.
    mutating func lose(_ index: Int) {
        guard !segments[index].isSacked else { return }
        if !segments[index].isLost {
            segments[index].isLost = true
            lost += 1
        } else if segments[index].isResent {
            segments[index].isResent = false
            resent -= 1
        } else {
            return
        }
        losses += 1
    }

    mutating func stopWatching(_ index: Int) { segments[index].isWatched = false }

    mutating func unloseAll() {
        for index in indices { segments[index].isLost = false }
        lost = 0
    }

    /// The other end has received a retransmission twice.
    mutating func settleResent(_ index: Int) {
        guard segments[index].isResent else { return }
        segments[index].isResent = false
        resent -= 1
    }

    /// A segment that is sent again goes without the part that has been acknowledged.
    mutating func trim(_ index: Int, from acknowledged: Int) {
        let range = segments[index].range
        segments[index].range = min(max(range.lowerBound, acknowledged), range.upperBound)..<range.upperBound
    }

    /// Adds the segments behind one that is sent again to it, as far as `room` bytes hold all of them, and returns how many
    /// bursts of their own these ended.
    mutating func collapse(_ index: Int, room: Int) -> Int {
        var ended = 0
        var end = index + 1
        while end < segments.count, !segments[end].isSacked,
            segments[end].range.upperBound - segments[index].range.lowerBound <= room
        {
            let next = segments[end]
            if next.isLost { lost -= 1 }
            if next.isResent { resent -= 1 }
            if next.endsBurst {
                if segments[index].endsBurst { ended += 1 }
                segments[index].endsBurst = true
            }
            segments[index].range = segments[index].range.joined(with: next.range)
            segments[index].wasEverResent = segments[index].wasEverResent || next.wasEverResent
            end += 1
        }
        segments.removeSubrange(index + 1..<end)
        return ended
    }

    /// Cuts a segment that is sent again to `room` bytes: it may carry more options than before. The rest is a segment with
    /// the same fate, and a piece of its own; false if nothing was cut.
    mutating func split(_ index: Int, room: Int) -> Bool {
        let segment = segments[index]
        guard room > 0, segment.range.count > room, !segment.isSacked, !segment.isResent else { return false }
        let cut = segment.range.lowerBound + room
        var rest = segment
        rest.range = cut..<segment.range.upperBound
        segments[index].range = segment.range.lowerBound..<cut
        segments[index].endsBurst = true
        segments.insert(rest, at: index + 1)
        if rest.isLost { lost += 1 }
        return true
    }

    mutating func resend(_ index: Int, at now: Instant, delivered: Int = 0) {
        resent += 1
        segments[index].isResent = true
        probe(index, at: now, delivered: delivered)
    }

    /// The segment goes again as a tail probe.
    mutating func probe(_ index: Int, at now: Instant, delivered: Int = 0) {
        segments[index].wasEverResent = true
        segments[index].left = now
        segments[index].isWatched = true
        segments[index].deliveredBefore = delivered
    }
}
