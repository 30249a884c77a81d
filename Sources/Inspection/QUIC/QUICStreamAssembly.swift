import Wire

/// Puts one direction of a QUIC stream in order. As in `StreamReassembler`, bytes that come in order are never copied,
/// those behind a hole wait within limits, and the first sighting of a byte counts.
struct QUICStreamAssembly {
    /// The result of placing the bytes of a frame.
    struct Placement {
        /// The part, counted within the frame, that is next in the stream: hand it on now.
        var ready = 0..<0
        /// Stream offset of that part's first byte.
        var offset = 0
        /// Bytes that had been seen before.
        var repeatedBytes = 0
    }

    /// Number of bytes handed on or given up.
    private(set) var position = 0
    private(set) var waitingBytes = 0
    /// The stream's length, once it is known.
    private(set) var end: Int?
    /// Sorted, without overlaps, all after `position`.
    private var waiting: [WaitingPiece] = []
    private var firstWaiting = 0

    var hasWaiting: Bool { firstWaiting < waiting.count }
    /// True once everything up to the end was handed on.
    var isAtEnd: Bool { end.map { position >= $0 } ?? false }
    var isOverLimit: Bool {
        waitingBytes > StreamReassembler.mostWaitingBytes
            || waiting.count - firstWaiting > StreamReassembler.mostWaitingPieces
    }

    mutating func finish(at offset: Int) {
        if end == nil, offset >= position { end = offset }
    }

    /// Takes the bytes of a frame.
    mutating func place(_ bytes: RawSpan, at offset: Int, _ arrival: Arrival) -> Placement {
        var placement = Placement()
        let frameEnd = offset + bytes.byteCount
        if offset == position, !hasWaiting {
            placement.ready = 0..<bytes.byteCount
            placement.offset = position
            position = frameEnd
            return placement
        }
        if offset < position { placement.repeatedBytes = min(frameEnd, position) - offset }
        guard frameEnd > position else { return placement }
        var start = max(offset, position)
        if start == position {
            let readyEnd = hasWaiting ? min(frameEnd, waiting[firstWaiting].offset) : frameEnd
            placement.ready = start - offset..<readyEnd - offset
            placement.offset = start
            position = readyEnd
            start = readyEnd
        }
        placement.repeatedBytes += keep(start..<frameEnd, bytes, from: offset, arrival)
        return placement
    }

    /// The next waiting piece that is now in order; nil at a hole or at the end.
    mutating func takeReady() -> WaitingPiece? {
        guard hasWaiting, waiting[firstWaiting].offset == position else { return nil }
        let piece = waiting[firstWaiting]
        waiting[firstWaiting].bytes = []
        firstWaiting += 1
        waitingBytes -= piece.bytes.count
        position = piece.end
        if firstWaiting == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            firstWaiting = 0
        } else if firstWaiting > 1024, firstWaiting > waiting.count / 2 {
            waiting.removeFirst(firstWaiting)
            firstWaiting = 0
        }
        return piece
    }

    /// Gives up the hole before the first waiting piece, or before the known end; returns its length.
    mutating func giveUpHole() -> Int {
        let behind = hasWaiting ? waiting[firstWaiting].offset : max(end ?? position, position)
        defer { position = behind }
        return behind - position
    }

    /// Keeps the parts of `range` that are not waiting yet; returns how many bytes were waiting already.
    private mutating func keep(_ range: Range<Int>, _ bytes: RawSpan, from offset: Int, _ arrival: Arrival)
        -> Int
    {
        var repeated = 0
        var start = range.lowerBound
        var index = firstWaiting(endingAfter: start)
        while start < range.upperBound {
            let following = index < waiting.count ? waiting[index].offset : Int.max
            if start < following {
                let end = min(range.upperBound, following)
                var copy: [UInt8] = []
                copy.append(copying: bytes.extracting(start - offset..<end - offset))
                let piece = WaitingPiece(
                    offset: start,
                    length: end - start,
                    bytes: copy,
                    isSeen: true,
                    arrival: arrival
                )
                waiting.insert(piece, at: index)
                waitingBytes += copy.count
                start = end
            } else {
                let overlap = min(range.upperBound, waiting[index].end) - start
                repeated += overlap
                start += overlap
            }
            index += 1
        }
        return repeated
    }

    private func firstWaiting(endingAfter offset: Int) -> Int {
        if let last = waiting.last, last.end <= offset { return waiting.count }
        return waiting.partitioningIndex(from: firstWaiting) { $0.end > offset }
    }
}
