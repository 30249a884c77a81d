import Wire

extension TCPConversation {
    func place(
        _ segment: TCPSegment,
        _ captured: RawSpan,
        _ packet: CapturedPacket,
        _ isFirst: Bool,
        _ findings: inout CaptureFindings
    ) {
        let isSyn = segment.header.flags.contains(.syn)
        let bytes = captured.extracting(segment.payload)
        let placement = change(isFirst) {
            $0.stream.place(
                bytes,
                length: segment.payloadLength,
                sequence: isSyn ? segment.header.sequence &+ 1 : segment.header.sequence,
                stamp: packet.stamp,
                packet: packet.number
            )
        }
        if placement.isImplausible {
            findings.add(
                CaptureFinding(
                    packet: packet.number,
                    stream: stream,
                    "its sequence number lies outside any window: its payload is left out"
                )
            )
        }
        change(isFirst) { $0.counters.retransmittedBytes += placement.seenAgain }
        if !placement.again.isEmpty {
            countSeenAgain(placement.again.count, at: placement.again.lowerBound, isFirst)
        }
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
                packet.stamp,
                packet.number,
                isFirst,
                &findings
            )
        }
        handReady(isFirst, &findings)
        while side(isFirst).stream.isOverLimit { giveUpHole(isFirst, &findings) }
    }

    private func handReady(_ isFirst: Bool, _ findings: inout CaptureFindings) {
        while let piece = change(isFirst, { $0.stream.takeReady() }) {
            hand(
                piece.bytes.span.bytes,
                length: piece.length,
                offset: piece.offset,
                piece.stamp,
                piece.packet,
                isFirst,
                &findings
            )
            if piece.seenAgain > 0 { countSeenAgain(piece.seenAgain, at: piece.offset, isFirst) }
        }
    }

    /// Passes the next bytes of a stream on to whoever reads them.
    private func hand(
        _ bytes: RawSpan,
        length: Int,
        offset: Int,
        _ stamp: Int64,
        _ packet: Int,
        _ isFirst: Bool,
        _ findings: inout CaptureFindings
    ) {
        change(isFirst) { $0.counters.streamBytes += length }
        guard let http = http ?? recogniseHTTP(bytes, isFirst) else { return }
        if bytes.byteCount > 0 {
            var copy: [UInt8] = []
            copy.reserveCapacity(bytes.byteCount)
            copy.append(copying: bytes)
            if isFirst == isFirstClient {
                http.receiveUp(copy[...], offset: offset, stamp: stamp, packet: packet, &findings)
            } else {
                http.receiveDown(copy[...], offset: offset, stamp: stamp, packet: packet, &findings)
            }
        }
        if length > bytes.byteCount {
            http.bridge(
                length - bytes.byteCount,
                offset: offset + bytes.byteCount,
                isUp: isFirst == isFirstClient,
                didArrive: true,
                stamp: stamp,
                packet: packet,
                &findings
            )
        }
    }

    /// Begins to read HTTP where these bytes look like it; they also tell client from server where no SYN has.
    private func recogniseHTTP(_ bytes: RawSpan, _ isFirst: Bool) -> HTTPConversation? {
        var head: [UInt8] = []
        head.append(copying: bytes.extracting(0..<min(bytes.byteCount, 16)))
        let isUp = isFirstClient.map { $0 == isFirst }
        let request = isUp == false ? .no : HTTPStart.request(head)
        let response = isUp == true ? .no : HTTPStart.response(head)
        if isFirstClient == nil {
            if request == .yes { isFirstClient = isFirst }
            if response == .yes { isFirstClient = !isFirst }
        }
        guard let isFirstClient, request != .no || response != .no else { return nil }
        let conversation = HTTPConversation(
            stream: stream,
            client: isFirstClient ? first.endpoint : second.endpoint,
            server: isFirstClient ? second.endpoint : first.endpoint
        )
        http = conversation
        return conversation
    }

    /// Says that what is missing before the next waiting piece will not come, and goes on behind it.
    func giveUpHole(_ isFirst: Bool, _ findings: inout CaptureFindings) {
        let offset = side(isFirst).stream.position
        let missing = change(isFirst) { $0.stream.giveUpHole() }
        if missing > 0 {
            change(isFirst) { $0.counters.missingBytes += missing }
            let sender = side(isFirst).endpoint
            findings.add(
                CaptureFinding(
                    packet: lastPacket,
                    stream: stream,
                    "\(missing) bytes from \(sender), from byte \(offset) of its stream, are not in the capture"
                )
            )
            http?.bridge(
                missing,
                offset: offset,
                isUp: isFirst == isFirstClient,
                didArrive: false,
                stamp: lastStamp,
                packet: lastPacket,
                &findings
            )
        }
        handReady(isFirst, &findings)
    }

    func finishWhereEnded(_ isFirst: Bool, isCut: Bool, _ findings: inout CaptureFindings) {
        let isAtEnd = side(isFirst).stream.isAtEnd
        guard isAtEnd || isCut, !side(isFirst).hasFinished else { return }
        change(isFirst) { $0.hasFinished = true }
        let isUp = isFirst == isFirstClient
        http?.finish(isUp: isUp, isCut: !isAtEnd, packet: lastPacket, &findings)
    }

    private func countSeenAgain(_ bytes: Int, at offset: Int, _ isFirst: Bool) {
        if isFirst != isFirstClient { http?.countSeenAgain(bytes, at: offset) }
    }

    /// Counts the packet to its exchange, or keeps its weight for the first one to come.
    func weigh(_ bytes: Int, _ isFirst: Bool, since moment: HTTPConversation.Moment?) {
        let before = moment ?? HTTPConversation.Moment()
        if let http, http.count(bytes, isUp: isFirst == isFirstClient, since: before) {
            guard isEarly else { return }
            isEarly = false
            let (up, down) =
                isFirstClient == true ? (early.first, early.second) : (early.second, early.first)
            http.countBefore(up: up, down: down, handshake: handshake)
        } else if isFirst {
            early.first += bytes
        } else {
            early.second += bytes
        }
    }
}
