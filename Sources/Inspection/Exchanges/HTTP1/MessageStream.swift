import HTTP
import Wire

/// The HTTP/1 messages in one direction of a connection. All offsets count the direction's stream.
///
/// The stream searches for messages wherever a piece begins, so that earlier data, gaps in the capture and
/// other protocols cost only the messages they touch.
struct MessageStream<Parser: MessageParser> {
    enum Event {
        case head(Parser.Head, at: Range<Int>)
        /// Sent only if the content is wanted.
        case content(ArraySlice<UInt8>)
        /// `isCut` if only the end of the capture ended it.
        case end(HTTP1MessageEnd, isCut: Bool)
        /// The current message cannot be read further.
        case fault(HTTP1Error, at: Int)
    }

    private enum Stage {
        /// Looking for the beginning of a message, with bytes that may be one.
        case searching(held: [UInt8])
        case reading
        /// The connection has changed to another protocol for good.
        case over
    }

    /// Present while reading.
    var parser: Parser?
    /// True if the content of the current message is wanted.
    var wantsContent = false
    /// The part of a head that had come when its message was left; taking it clears it.
    var cutHead: (head: Parser.Head, range: Range<Int>)?
    private(set) var marks = ArrivalMarks()
    private var stage = Stage.searching(held: [])
    /// Stream offset of the parser's first byte.
    private var base = 0
    /// Stream offset after the last byte received or skipped.
    private(set) var reached = 0
    private var isCut = false
    /// True if a message has begun and its head is not complete.
    var isInsideMessage: Bool { parser.map { !$0.isIdle } ?? false }
    /// Stream offset of the first byte that no event has used.
    private(set) var position = 0

    /// Bytes of memory that the message takes which is being read.
    var heldBytes: Int {
        switch stage {
        case .searching(let held): held.count
        case .reading: max(0, reached - position) + marks.heldBytes
        case .over: 0
        }
    }

    /// How many of the next bytes are content in any case.
    private var contentAhead: Int { parser?.contentAhead ?? 0 }

    /// Stream offset of the first byte that must be seen.
    var wanted: Int {
        if case .over = stage { return .max }
        return wantsContent ? reached : reached + contentAhead
    }

    /// Takes the stream's next bytes. Returns true if a parser began with them.
    mutating func receive(_ bytes: RawSpan, _ piece: StreamPiece) -> Bool {
        switch stage {
        case .over:
            return false
        case .reading:
            passed(before: piece)
            var start = 0
            if !wantsContent { start = min(contentAhead, bytes.byteCount) }
            marks.add(piece)
            if start > 0 { pass(start) }
            feed(bytes.extracting(start..<bytes.byteCount))
            return false
        case .searching(let held):
            return search(bytes, piece, held)
        }
    }

    /// Notes bytes that were left out before the piece because nobody needed to see them.
    mutating func passed(before piece: StreamPiece) {
        guard piece.offset > reached, parser != nil else {
            reached = max(reached, piece.offset)
            return
        }
        let before = StreamPiece(
            offset: reached,
            length: piece.offset - reached,
            arrival: piece.before,
            before: piece.before
        )
        marks.add(before)
        pass(before.length)
    }

    /// Notes content that the capture lacks. Returns false if the gap may hold more than content.
    mutating func bridge(_ piece: StreamPiece) -> Bool {
        passed(before: piece)
        guard parser != nil, piece.length <= contentAhead else {
            reached = max(reached, piece.end)
            return false
        }
        marks.add(piece)
        pass(piece.length)
        return true
    }

    private mutating func pass(_ count: Int) {
        let passed = min(count, contentAhead)
        parser?.pass(passed)
        position += passed
        reached += count
    }

    private mutating func feed(_ bytes: RawSpan) {
        guard bytes.byteCount > 0 else { return }
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.byteCount)
        copy.append(copying: bytes)
        reached += copy.count
        parser?.receive(copy)
    }

    private mutating func search(_ bytes: RawSpan, _ piece: StreamPiece, _ held: [UInt8]) -> Bool {
        reached = piece.offset + bytes.byteCount
        var candidate = held
        if held.isEmpty, Parser.likeness(bytes) == .no { return false }
        candidate.append(copying: bytes)
        switch Parser.likeness(candidate.span.bytes) {
        case .no:
            // The held bytes were no beginning; the new bytes alone may be one.
            stage = .searching(held: [])
            return held.isEmpty ? false : search(bytes, piece, [])
        case .perhaps:
            if held.isEmpty { marks = ArrivalMarks() }
            marks.add(piece)
            stage = .searching(held: candidate)
            return false
        case .yes:
            if held.isEmpty { marks = ArrivalMarks() }
            marks.add(piece)
            base = piece.offset - held.count
            position = base
            stage = .reading
            var parser = Parser(.lenient, limits: HTTP1Limits())
            parser.receive(candidate)
            self.parser = parser
            cutHead = nil
            return true
        }
    }

    /// The next event; nil while more bytes are needed.
    mutating func next() -> Event? {
        while parser != nil {
            do {
                guard let event = try parser?.next() else {
                    marks.forget(before: position)
                    return nil
                }
                switch event {
                case .head(let head, let range):
                    position = base + range.upperBound
                    return .head(head, at: base + range.lowerBound..<position)
                case .body(let content, let range):
                    position = base + range.upperBound
                    if wantsContent { return .content(content) }
                case .end(var end):
                    wantsContent = false
                    position = base + end.body.upperBound
                    end.body = base + end.body.lowerBound..<position
                    return .end(end, isCut: isCut)
                }
            } catch {
                let offset = base + error.offset
                search()
                // A head that its sender left unfinished, or made too long, does not count.
                if error.problem != .truncatedHead || !isCut { cutHead = nil }
                return .fault(error, at: offset)
            }
        }
        return nil
    }

    /// Ends the direction: with a FIN, or because the capture ends.
    mutating func finish(_ piece: StreamPiece, isCut: Bool) {
        passed(before: piece)
        self.isCut = isCut
        parser?.finish()
    }

    /// Leaves the message that is being read and looks for the next one.
    mutating func search() {
        if case .over = stage { return }
        if let cut = parser?.unfinishedHead {
            cutHead = (cut.head, base + cut.range.lowerBound..<base + cut.range.upperBound)
        }
        parser = nil
        wantsContent = false
        stage = .searching(held: [])
    }

    /// The rest of the stream is another protocol's.
    mutating func stop() {
        parser = nil
        wantsContent = false
        stage = .over
    }
}
