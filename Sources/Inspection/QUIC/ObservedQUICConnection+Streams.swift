import Wire

extension ObservedQUICConnection {
    func receive(
        _ frame: QUICStreamFrame,
        _ content: RawSpan,
        _ direction: StreamDirection,
        _ arrival: Arrival
    ) {
        guard let offset = Int(exactly: frame.offset), offset < 1 << 60 else { return }
        if owner == nil, frame.stream & 0x03 == 0 { owner = frame.stream }
        guard let stream = stream(frame.stream) else {
            return repeated(frame.range.count, frame.stream, direction)
        }
        noteGrowth(stream, direction, to: offset + frame.range.count, isLast: frame.isLast)
        let bytes = content.extracting(frame.range)
        if frame.isLast { stream[direction].assembly.finish(at: offset + bytes.byteCount) }
        let before = stream.waitingBytes
        let placement = stream[direction].assembly.place(bytes, at: offset, arrival)
        waitingBytes += stream.waitingBytes - before
        if placement.repeatedBytes > 0 { repeated(placement.repeatedBytes, frame.stream, direction) }
        if !placement.ready.isEmpty {
            let piece = StreamPiece(
                offset: placement.offset,
                length: placement.ready.count,
                arrival: arrival,
                before: stream[direction].before
            )
            hand(bytes.extracting(placement.ready), piece, stream, direction)
            handWaiting(stream, direction)
        }
        if stream[direction].assembly.isOverLimit { giveUpHole(stream, direction) }
        if waitingBytes > StreamReassembler.mostWaitingBytes { giveUpHoles() }
        end(stream, direction, arrival)
    }

    /// The stream has this length.
    func finish(_ number: UInt64, at size: Int, _ direction: StreamDirection, _ arrival: Arrival) {
        guard let stream = stream(number) else { return }
        waitingBytes -= stream[direction].assembly.waitingBytes
        stream[direction].assembly = QUICStreamAssembly()
        stream[direction].isFinished = true
        forget(stream)
    }

    func stream(_ number: UInt64) -> QUICStream? {
        if let recent, recent.number == number { return recent }
        if let known = streams[number] {
            recent = known
            return known
        }
        guard !isPast(number), streams.count < Self.mostStreams else { return nil }
        if http == nil, handshake.applicationProtocol?.hasPrefix("h3") ?? true {
            http = ObservedHTTP3Connection(identity, context)
            http?.place(client: client, server: server)
            http?.opening = seenOpening
        }
        noteOpened(number)
        let new = QUICStream(number)
        streams[number] = new
        recent = new
        return new
    }

    func hand(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ stream: QUICStream,
        _ direction: StreamDirection
    ) {
        stream[direction].before = piece.arrived
        http?.receive(bytes, piece, stream.number, direction, &findings)
    }

    func handWaiting(_ stream: QUICStream, _ direction: StreamDirection) {
        while let waited = stream[direction].assembly.takeReady() {
            waitingBytes -= waited.bytes.count
            let piece = StreamPiece(
                offset: waited.offset,
                length: waited.length,
                arrival: waited.arrival,
                before: stream[direction].before
            )
            hand(waited.bytes.span.bytes, piece, stream, direction)
        }
    }

    func giveUpHole(_ stream: QUICStream, _ direction: StreamDirection) {
        let offset = stream[direction].assembly.position
        let missing = stream[direction].assembly.giveUpHole()
        guard missing > 0 else { return }
        let before = stream[direction].before
        let piece = StreamPiece(offset: offset, length: missing, arrival: before, before: before)
        findings.add(
            CaptureFinding(identity, .missingQUIC(missing, stream: Int(clamping: stream.number), direction))
        )
        http?.miss(piece, stream.number, direction, &findings)
        handWaiting(stream, direction)
    }

    func end(_ stream: QUICStream, _ direction: StreamDirection, _ arrival: Arrival) {
        guard stream[direction].assembly.isAtEnd, !stream[direction].isFinished else { return }
        stream[direction].isFinished = true
        http?.finish(.latest(stream[direction].before, arrival), stream.number, direction)
        forget(stream)
    }

    func forget(_ stream: QUICStream) {
        guard stream.isOver else { return }
        streams[stream.number] = nil
        // Bytes behind the end that the stream has said.
        waitingBytes -= stream.waitingBytes
        if recent === stream { recent = nil }
        past[stream.number >> 8, default: 0] |= 1 << (stream.number >> 2 & 0x3F)
        http?.forget(stream.number)
    }

    /// True for a two-way stream of the client that has ended; other kinds are few.
    func isPast(_ number: UInt64) -> Bool {
        number & 0x03 == 0 && (past[number >> 8] ?? 0) >> (number >> 2 & 0x3F) & 1 == 1
    }

    func repeated(_ count: Int, _ stream: UInt64, _ direction: StreamDirection) {
        facts[direction].repeatedBytes += count
        guard direction == .down, let order = http?.countRepeated(count, stream) else { return }
        late.append((count, order))
    }

    func noteEnd() {
        opening.end = handshake.summary.end
        http?.opening = seenOpening
    }
}
