import HTTP

/// The HTTP/1 messages in one direction of a connection. All offsets count the direction's stream.
///
/// Messages are looked for wherever a piece begins, so that what came before them, what the capture lacks and what is
/// no HTTP only costs the messages it touches.
struct MessageStream<Parser: MessageParser> {
    enum Event {
        case head(Parser.Head, at: Range<Int>)
        /// `isCut` where only the capture's end made it end.
        case end(HTTP1MessageEnd, isCut: Bool)
        /// The message that was being read cannot be read on.
        case fault(HTTP1Error, at: Int)
    }

    private enum Stage {
        /// Looking for a message's beginning, with what may be one.
        case searching(held: [UInt8])
        case reading
        /// The connection is another protocol's for good.
        case over
    }

    /// Present while reading.
    var parser: Parser?
    /// Where the body being read ends, where that is known beforehand: only there may a hole be bridged.
    var knownEnd: Int?
    private(set) var marks = ArrivalMarks()
    private var stage = Stage.searching(held: [])
    /// Stream offset of the parser's first byte.
    private var base = 0
    private var isCut = false
    /// True where a message has begun and its head is not complete.
    var isInsideMessage: Bool { parser.map { !$0.isIdle } ?? false }
    /// Stream offset of the first byte that no event has used.
    private(set) var position = 0

    /// Takes the stream's next bytes, which begin at `offset`. Answers true where a parser began with them.
    mutating func receive(_ bytes: ArraySlice<UInt8>, offset: Int, stamp: Int64, packet: Int) -> Bool {
        switch stage {
        case .over:
            return false
        case .reading:
            marks.add(offset: offset, stamp: stamp, packet: packet)
            parser?.receive(bytes)
            return false
        case .searching(let held):
            let candidate = held + bytes
            let likeness = Parser.likeness(candidate)
            if likeness == .no { return restart(with: bytes, had: held, offset, stamp, packet) }
            if held.isEmpty { marks = ArrivalMarks() }
            marks.add(offset: offset, stamp: stamp, packet: packet)
            if likeness == .perhaps {
                stage = .searching(held: candidate)
                return false
            }
            base = offset - held.count
            position = base
            stage = .reading
            var parser = Parser(.lenient, limits: HTTP1Limits())
            parser.receive(candidate[...])
            self.parser = parser
            return true
        }
    }

    /// What was held was no beginning; the new bytes alone may be one.
    private mutating func restart(
        with bytes: ArraySlice<UInt8>,
        had held: [UInt8],
        _ offset: Int,
        _ stamp: Int64,
        _ packet: Int
    ) -> Bool {
        stage = .searching(held: [])
        return held.isEmpty ? false : receive(bytes, offset: offset, stamp: stamp, packet: packet)
    }

    /// The next event, content left out; nil while more bytes are needed.
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
                case .body(_, let range):
                    position = base + range.upperBound
                case .end(var end):
                    knownEnd = nil
                    position = base + end.body.upperBound
                    end.body = base + end.body.lowerBound..<position
                    return .end(end, isCut: isCut)
                }
            } catch {
                let offset = base + error.offset
                search()
                return .fault(error, at: offset)
            }
        }
        return nil
    }

    /// The direction has ended: with a FIN, or for the capture only.
    mutating func finish(isCut: Bool) {
        self.isCut = isCut
        parser?.finish()
    }

    /// Leaves the message that is being read and looks for the next one.
    mutating func search() {
        if case .over = stage { return }
        parser = nil
        knownEnd = nil
        stage = .searching(held: [])
    }

    /// What follows is another protocol's.
    mutating func stop() {
        parser = nil
        knownEnd = nil
        stage = .over
    }
}
