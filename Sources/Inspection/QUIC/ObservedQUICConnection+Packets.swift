import Wire

extension ObservedQUICConnection {
    /// Takes a datagram.
    func receive(
        _ payload: RawSpan,
        _ datagram: QUICDatagram,
        _ direction: StreamDirection,
        _ room: inout [UInt8],
        _ results: inout InspectionResults
    ) {
        lastArrival = .latest(lastArrival, datagram.arrival)
        if direction == .down, opening.answer == nil {
            opening.answer = datagram.arrival.stamp
            http?.opening = seenOpening
        }
        count(datagram, direction)
        owner = nil
        readPackets(payload, length: datagram.length, direction, datagram.arrival, &room)
        http?.weigh(datagram.packetBytes, direction, owner)
        report(&results)
        guard !late.isEmpty else { return }
        for one in late { results.countRepeated(one.count, identity, order: one.order) }
        late.removeAll(keepingCapacity: true)
    }

    /// Hands on the findings so far.
    func report(_ results: inout InspectionResults) {
        guard !findings.kept.isEmpty else { return }
        for one in findings.kept { results.findings.add(one) }
        findings = CaptureFindings()
    }

    /// Takes the packets of a datagram of `whole` bytes, of which the recorder may have cut the last.
    func readPackets(
        _ payload: RawSpan,
        length whole: Int,
        _ direction: StreamDirection,
        _ arrival: Arrival,
        _ room: inout [UInt8]
    ) {
        var (place, start) = (0, 0)
        while let first = payload.byte(at: place) {
            let rest = payload.extracting(place..<payload.byteCount)
            guard first & 0x80 != 0 else {
                // Some senders fill a datagram up behind its packets.
                if place > 0, first == 0, rest.bigEndian64(at: 0) == 0 { break }
                let ahead = (length: whole - place, done: place - start)
                place += receiveShort(rest, ahead, direction, arrival, &room)
                start = place
                continue
            }
            guard let header = QUICLongHeader(rest, length: whole - place), header.length > 0 else {
                if rest.byteCount < whole - place { countCut(direction) }
                break
            }
            let packet = rest.extracting(0..<min(header.length, rest.byteCount))
            receiveLong(packet, header, direction, arrival, &room)
            place += header.length
        }
    }

    private func receiveLong(
        _ packet: RawSpan,
        _ header: QUICLongHeader,
        _ direction: StreamDirection,
        _ arrival: Arrival,
        _ room: inout [UInt8]
    ) {
        learn(header.source, direction == .up ? .down : .up)
        if header.type == .versionNegotiation { return takeVersions(packet, header, direction, arrival) }
        if header.type == .retry { return takeRetry(header, arrival, bytes: header.length) }
        guard let space = header.type.flatMap(QUICSpace.init) else { return }
        guard packet.byteCount == header.length else {
            return countCut(direction)
        }
        guard let opened = openLong(packet, header, direction, &room) else {
            return fail(packet, header, direction, arrival)
        }
        // A capture without the other direction does not show where this identifier comes from.
        learn(header.destination, direction)
        take(opened.length, space, direction, arrival, &room)
    }

    /// Takes a packet with a short header and returns its length. Of its datagram, `done` bytes came before it; `length`
    /// bytes are left here, which may include further datagrams: a capture on an end's host shows several as one if its
    /// kernel splits or joins them (GSO, GRO).
    private func receiveShort(
        _ rest: RawSpan,
        _ ahead: (length: Int, done: Int),
        _ direction: StreamDirection,
        _ arrival: Arrival,
        _ room: inout [UInt8]
    ) -> Int {
        guard rest.byteCount == ahead.length else {
            countCut(direction)
            return ahead.length
        }
        guard let found = openFirst(rest, done: ahead.done, direction, &room) else {
            fail(rest, nil, direction, arrival)
            return ahead.length
        }
        take(found.content, .application, direction, arrival, &room)
        return found.packet
    }

    /// Reads the frames of an opened packet, whose content fills the first `length` bytes of `room`.
    private func take(
        _ length: Int,
        _ space: QUICSpace,
        _ direction: StreamDirection,
        _ arrival: Arrival,
        _ room: inout [UInt8]
    ) {
        facts[direction].openedPackets += 1
        let before = held.isEmpty ? 0 : known
        var taken: [UInt8] = []
        swap(&taken, &room)
        read(taken.span.bytes.extracting(0..<length), space, direction, arrival)
        swap(&taken, &room)
        if space != .initial { handshake.count(isOpened: true) }
        if !held.isEmpty, before != known { retry(&room) }
    }

    private func countCut(_ direction: StreamDirection) {
        closed.cut += 1
        facts[direction].closedPackets += 1
    }

    /// What decides which packets can be opened.
    private var known: Int {
        (keys.up.hasTraffic ? 1 : 0) | (keys.down.hasTraffic ? 2 : 0) | (handshake.hasChoice ? 4 : 0)
            | (handshake.offer != nil ? 8 : 0)
    }

    private func takeRetry(_ header: QUICLongHeader, _ arrival: Arrival, bytes: Int) {
        guard retrySource == nil else { return }
        retrySource = header.source
        handshake.note(step: "Retry", arrival, bytes: bytes)
        learn(header.source, .up)
    }

    /// Packets whose keys were not known may now be opened.
    private func retry(_ room: inout [UInt8]) {
        let waiting = held
        (held, heldBytes) = ([], 0)
        for one in waiting {
            readPackets(
                one.bytes.span.bytes,
                length: one.bytes.count,
                one.direction,
                one.arrival,
                &room
            )
        }
    }
}
