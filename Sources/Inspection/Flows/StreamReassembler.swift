import Wire

/// Puts one direction of a TCP connection in order, despite reordered, overlapping and repeated segments.
///
/// Bytes that come in order are never copied: `place` returns the part of the segment that is next. Only
/// bytes that wait behind a hole are kept, within limits. The first sighting of a byte counts; later ones are
/// retransmissions.
struct StreamReassembler {
    /// Most bytes that wait behind a hole before the hole is given up.
    static let mostWaitingBytes = 16 << 20
    /// Most waiting pieces, so that one-byte segments cost no more than long ones.
    static let mostWaitingPieces = 16_384
    /// TCP's largest window: bytes further ahead or behind do not belong to the connection.
    static let farthest = 1 << 30

    /// The result of placing a segment's payload.
    struct Placement {
        /// The part, counted within the payload, that is next in the stream: hand it on now.
        var ready = 0..<0
        /// Stream offset of that part's first byte.
        var offset = 0
        /// Stream offsets that were handed on before and seen again.
        var again = 0..<0
        /// All bytes seen again, including waiting ones.
        var repeatedBytes = 0
        /// Bytes that had not been seen before.
        var fresh = 0
        var isImplausible = false
        /// True if later bytes had come before these.
        var fillsHole = false
        /// True if the segment was simply the next one.
        var isRoutine = false
    }

    /// Number of bytes handed on or given up.
    private(set) var position = 0
    private(set) var waitingBytes = 0
    /// Stream offset of the end that a FIN announced.
    private(set) var end: Int?
    /// Sequence number of the byte at `position`; nil before the stream began.
    private var next: UInt32?
    /// Sorted, without overlaps, all after `position`; those before `firstWaiting` are spent.
    private var waiting: [WaitingPiece] = []
    private var firstWaiting = 0

    var hasWaiting: Bool { firstWaiting < waiting.count }
    /// True once everything up to the FIN was handed on.
    var isAtEnd: Bool { end.map { position >= $0 } ?? false }
    var hasBegun: Bool { next != nil }
    var isOverLimit: Bool {
        waitingBytes > Self.mostWaitingBytes || waiting.count - firstWaiting > Self.mostWaitingPieces
    }

    /// Sets the stream's first byte; later calls change nothing.
    mutating func begin(at sequence: UInt32) {
        if next == nil { next = sequence }
    }

    /// Notes a FIN that follows the byte before `sequence`.
    mutating func finish(at sequence: UInt32) {
        guard end == nil, let offset = offset(of: sequence), offset >= position else { return }
        end = offset
    }

    /// Takes a segment's payload of `length` bytes, of which `captured` were recorded. If it ends before
    /// stream offset `wanted`, its bytes are not needed: none are kept, unless `keepsAll`.
    mutating func place(
        _ captured: RawSpan,
        length: Int,
        sequence: UInt32,
        arrival: Arrival,
        wanted: Int,
        keepsAll: Bool = false
    ) -> Placement {
        var placement = Placement()
        guard length > 0 else { return placement }
        if next == sequence, !hasWaiting {
            placement.ready = 0..<length
            placement.offset = position
            placement.isRoutine = true
            placement.fresh = length
            advance(to: position + length)
            return placement
        }
        guard let offset = offset(of: sequence), abs(offset - position) < Self.farthest else {
            placement.isImplausible = true
            return placement
        }
        // A keep-alive repeats one byte on purpose.
        if length == 1, offset == position - 1 { return placement }
        let segmentEnd = offset + length
        if offset < position {
            // Bytes before 0 were sent before the capture began: nobody has seen them.
            placement.again = max(offset, 0)..<max(min(segmentEnd, position), 0)
            placement.repeatedBytes = placement.again.count
        }
        guard segmentEnd > position else { return placement }
        var start = max(offset, position)
        placement.fresh = segmentEnd - start
        if let last = waiting.last, hasWaiting {
            placement.fillsHole = segmentEnd <= last.offset || start == position
        }
        if start == position {
            let readyEnd = hasWaiting ? min(segmentEnd, waiting[firstWaiting].offset) : segmentEnd
            placement.ready = start - offset..<readyEnd - offset
            placement.offset = start
            advance(to: readyEnd)
            start = readyEnd
        }
        let waited = keep(start..<segmentEnd) { range in
            let from = min(range.lowerBound - offset, captured.byteCount)
            let to = min(range.upperBound - offset, captured.byteCount)
            var bytes: [UInt8] = []
            let isSeen = range.upperBound >= wanted
            if isSeen || keepsAll {
                bytes.reserveCapacity(to - from)
                bytes.append(copying: captured.extracting(from..<to))
            }
            return WaitingPiece(
                offset: range.lowerBound,
                length: range.count,
                bytes: bytes,
                isSeen: isSeen,
                arrival: arrival
            )
        }
        placement.repeatedBytes += waited
        placement.fresh -= waited
        return placement
    }

    /// The next waiting piece that is now in order; nil at a hole or at the end.
    mutating func takeReady() -> WaitingPiece? {
        guard hasWaiting, waiting[firstWaiting].offset == position else { return nil }
        let piece = waiting[firstWaiting]
        waiting[firstWaiting].bytes = []
        firstWaiting += 1
        waitingBytes -= piece.bytes.count
        advance(to: piece.end)
        if firstWaiting == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            firstWaiting = 0
        } else if firstWaiting > 1024, firstWaiting > waiting.count / 2 {
            waiting.removeFirst(firstWaiting)
            firstWaiting = 0
        }
        return piece
    }

    /// Gives up the hole before the first waiting piece, or before the announced end; returns its length.
    mutating func giveUpHole() -> Int {
        let behind = hasWaiting ? waiting[firstWaiting].offset : max(end ?? position, position)
        let missing = behind - position
        advance(to: behind)
        return missing
    }

    func offset(of sequence: UInt32) -> Int? {
        // The shorter way around the circle of 2^32.
        next.map { position + Int(Int32(bitPattern: sequence &- $0)) }
    }

    private mutating func advance(to offset: Int) {
        next = next.map { $0 &+ UInt32(truncatingIfNeeded: offset - position) }
        position = offset
    }

    /// Keeps the parts of `range` that are not waiting yet; returns how many bytes were waiting already.
    private mutating func keep(_ range: Range<Int>, _ piece: (Range<Int>) -> WaitingPiece) -> Int {
        var repeatedBytes = 0
        var start = range.lowerBound
        var index = firstWaiting(endingAfter: start)
        while start < range.upperBound {
            let following = index < waiting.count ? waiting[index].offset : Int.max
            if start < following {
                let fresh = piece(start..<min(range.upperBound, following))
                waiting.insert(fresh, at: index)
                waitingBytes += fresh.bytes.count
                start = fresh.end
            } else {
                let overlap = min(range.upperBound, waiting[index].end) - start
                waiting[index].repeatedBytes += overlap
                repeatedBytes += overlap
                start += overlap
            }
            index += 1
        }
        return repeatedBytes
    }

    /// Index of the first waiting piece that ends after `offset`. Most segments come after all waiting
    /// pieces: that case takes no search, any other a binary search.
    private func firstWaiting(endingAfter offset: Int) -> Int {
        if let last = waiting.last, last.end <= offset { return waiting.count }
        return waiting.partitioningIndex(from: firstWaiting) { $0.end > offset }
    }
}
