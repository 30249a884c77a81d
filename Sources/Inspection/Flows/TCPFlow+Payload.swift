import Wire

extension TCPFlow {
    mutating func place(
        _ packet: DissectedPacket,
        _ segment: SegmentTiming,
        _ captured: RawSpan,
        _ arrival: Arrival,
        _ isFirst: Bool,
        _ desk: inout InspectionDesk
    ) {
        let bytes = captured.extracting(packet.payload)
        let sequence = packet.flags.syn ? packet.sequence &+ 1 : packet.sequence
        let before = isFirst ? first.stream.waitingBytes : second.stream.waitingBytes
        let hadHole = isFirst ? first.stream.hasWaiting : second.stream.hasWaiting
        let placement: StreamReassembler.Placement
        if isFirst {
            placement = first.stream.place(
                bytes,
                length: packet.payloadLength,
                sequence: sequence,
                arrival: arrival,
                wanted: first.wanted,
                keepsAll: tap != nil
            )
        } else {
            placement = second.stream.place(
                bytes,
                length: packet.payloadLength,
                sequence: sequence,
                arrival: arrival,
                wanted: second.wanted,
                keepsAll: tap != nil
            )
        }
        if isFirst {
            first.came(placement, arrival.stamp, hadHole: hadHole, roundTrip)
        } else {
            second.came(placement, arrival.stamp, hadHole: hadHole, roundTrip)
        }
        if !placement.isRoutine { settle(placement, segment, arrival, isFirst, &desk) }
        if !placement.ready.isEmpty {
            let held =
                min(
                    placement.ready.lowerBound,
                    bytes.byteCount
                )..<min(placement.ready.upperBound, bytes.byteCount)
            hand(
                bytes.extracting(held),
                length: placement.ready.count,
                offset: placement.offset,
                isSeen: true,
                arrival,
                isFirst,
                packet.packetBytes,
                &desk
            )
        }
        guard !placement.isRoutine else { return }
        handReady(isFirst, packet.packetBytes, &desk)
        let after = isFirst ? first.stream.waitingBytes : second.stream.waitingBytes
        desk.waitingBytes += after - before
        while side(isFirst).stream.isOverLimit
            || desk.waitingBytes > desk.limits.waitingBytes && side(isFirst).stream.hasWaiting
        {
            if desk.waitingBytes > desk.limits.waitingBytes {
                desk.noteWaitingLimit(packet: arrival.packet, stream: stream)
            }
            let before = side(isFirst).stream.waitingBytes
            giveUpHole(isFirst, packet.packetBytes, &desk)
            desk.waitingBytes += side(isFirst).stream.waitingBytes - before
        }
    }

    /// Takes note of a segment that is not simply the next one.
    private mutating func settle(
        _ placement: StreamReassembler.Placement,
        _ segment: SegmentTiming,
        _ arrival: Arrival,
        _ isFirst: Bool,
        _ desk: inout InspectionDesk
    ) {
        if placement.isImplausible {
            desk.findings.add(
                CaptureFinding(
                    packet: arrival.packet,
                    stream: stream,
                    "its sequence number lies outside any window: its payload is left out"
                )
            )
            return
        }
        if isFirst {
            Self.settle(placement, segment, roundTrip, &first)
        } else {
            Self.settle(placement, segment, roundTrip, &second)
        }
        if !placement.again.isEmpty {
            countSeenAgain(placement.again.count, at: placement.again.lowerBound, isFirst, &desk)
        }
    }

    private var roundTrip: Int64? {
        guard let handshake, let ack = handshake.ack else { return nil }
        return ack - handshake.syn
    }

    private func countSeenAgain(
        _ count: Int,
        at offset: Int,
        _ isFirst: Bool,
        _ desk: inout InspectionDesk
    ) {
        guard let left = conversation?.countSeenAgain(count, at: offset, direction(isFirst)) else { return }
        desk.results.countSeenAgain(count, stream: stream, order: left)
    }

    private static func settle(
        _ placement: StreamReassembler.Placement,
        _ segment: SegmentTiming,
        _ roundTrip: Int64?,
        _ side: inout FlowSide
    ) {
        side.counters.retransmittedBytes += placement.seenAgain
        if placement.seenAgain > 0 || placement.fillsHole {
            side.sender.sendOld(segment, again: placement.seenAgain, roundTrip: roundTrip)
        }
        if placement.fillsHole { side.sender.fillHole() }
    }

    /// Passes on what has waited and now is in order.
    private mutating func handReady(_ isFirst: Bool, _ packetBytes: Int, _ desk: inout InspectionDesk) {
        while let piece = isFirst ? first.stream.takeReady() : second.stream.takeReady() {
            hand(
                piece.bytes.span.bytes,
                length: piece.length,
                offset: piece.offset,
                isSeen: piece.isSeen,
                piece.arrival,
                isFirst,
                packetBytes,
                &desk
            )
            if piece.seenAgain > 0 { countSeenAgain(piece.seenAgain, at: piece.offset, isFirst, &desk) }
        }
    }

    /// Passes the next bytes of a stream on to whoever reads them.
    @inline(__always)
    private mutating func hand(
        _ bytes: RawSpan,
        length: Int,
        offset: Int,
        isSeen: Bool,
        _ arrival: Arrival,
        _ isFirst: Bool,
        _ packetBytes: Int,
        _ desk: inout InspectionDesk
    ) {
        let wanted: Int
        let before: Arrival
        if isFirst {
            (wanted, before) = Self.advance(&first, length, arrival)
        } else {
            (wanted, before) = Self.advance(&second, length, arrival)
        }
        if offset + length >= wanted {
            let piece = StreamPiece(offset: offset, length: length, arrival: arrival, before: before)
            tell(isSeen ? bytes : bytes.extracting(0..<0), piece, isFirst, packetBytes, &desk)
        }
        // Behind the conversation, which may find that these bytes are encrypted.
        tap?.carry(bytes, length: length, isFromClient: isFirst == isFirstLikelyClient)
    }

    @inline(__always)
    private static func advance(_ side: inout FlowSide, _ length: Int, _ arrival: Arrival) -> (Int, Arrival) {
        side.counters.streamBytes += length
        let before = side.inOrder
        side.inOrder = .latest(before, arrival)
        return (side.wanted, before)
    }

    /// The conversation gets to see bytes.
    private mutating func tell(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ isFirst: Bool,
        _ packetBytes: Int,
        _ desk: inout InspectionDesk
    ) {
        guard conversation != nil || recognise(bytes, piece, isFirst, packetBytes, &desk) else { return }
        read(isFirst, packetBytes)
        if bytes.byteCount > 0 {
            var part = piece
            part.length = bytes.byteCount
            conversation?.receive(bytes, part, direction(isFirst), &desk.findings)
        }
        if piece.length > bytes.byteCount {
            conversation?.miss(
                piece.from(piece.offset + bytes.byteCount),
                didArrive: true,
                direction(isFirst),
                &desk.findings
            )
        }
        askWanted()
    }

    /// The packet at hand brings the conversation something.
    func direction(_ isFirst: Bool) -> StreamDirection { isFirst == isFirstClient ? .up : .down }

    mutating func read(_ isFirst: Bool, _ packetBytes: Int) {
        guard !isReading else { return }
        isReading = true
        tellUnread()
        conversation?.beginPacket(packetBytes, direction(isFirst))
    }

    mutating func tellUnread() {
        guard let conversation else { return }
        conversation.weighQuiet(takeUnread())
    }

    mutating func takeUnread() -> DirectionBytes {
        let bytes =
            isFirstClient ?? true
            ? DirectionBytes(up: unread.first, down: unread.second)
            : DirectionBytes(up: unread.second, down: unread.first)
        unread = (0, 0)
        return bytes
    }

    mutating func askWanted() {
        guard let conversation else { return }
        first.wanted = conversation.wanted(direction(true))
        second.wanted = conversation.wanted(direction(false))
    }

    /// Says that what is missing before the next waiting piece will not come, and goes on behind it.
    mutating func giveUpHole(_ isFirst: Bool, _ packetBytes: Int, _ desk: inout InspectionDesk) {
        let offset = side(isFirst).stream.position
        let missing = isFirst ? first.stream.giveUpHole() : second.stream.giveUpHole()
        if missing > 0 {
            if isFirst {
                first.counters.missingBytes += missing
            } else {
                second.counters.missingBytes += missing
            }
            let sender = side(isFirst).endpoint
            desk.findings.add(
                CaptureFinding(
                    packet: lastPacket,
                    stream: stream,
                    "\(missing) bytes from \(sender), from byte \(offset) of its stream, are not in the capture"
                )
            )
            let last = Arrival(stamp: lastStamp, packet: lastPacket)
            read(isFirst, packetBytes)
            conversation?.miss(
                StreamPiece(offset: offset, length: missing, arrival: last, before: side(isFirst).inOrder),
                didArrive: false,
                direction(isFirst),
                &desk.findings
            )
            tap?.carryHole(missing, isFromClient: isFirst == isFirstLikelyClient)
            askWanted()
        }
        handReady(isFirst, packetBytes, &desk)
    }

    mutating func finishWhereEnded(
        _ isFirst: Bool,
        isCut: Bool,
        _ packetBytes: Int,
        _ desk: inout InspectionDesk
    ) {
        let side = side(isFirst)
        let isAtEnd = side.stream.isAtEnd
        guard isAtEnd || isCut, !side.hasFinished else { return }
        if isFirst { first.hasFinished = true } else { second.hasFinished = true }
        guard conversation != nil else { return }
        read(isFirst, packetBytes)
        conversation?.finish(
            StreamPiece(offset: side.stream.position, length: 0, arrival: side.inOrder, before: side.inOrder),
            isCut: !isAtEnd,
            direction(isFirst),
            &desk.findings
        )
        askWanted()
    }
}
