import Wire

extension ObservedQUICConnection {
    /// Reads the frames of an opened packet.
    func read(_ content: RawSpan, _ space: QUICSpace, _ direction: StreamDirection, _ arrival: Arrival) {
        var reader = QUICFrameReader()
        if space == .initial, direction == .up { handshake.start(version, at: arrival.stamp) }
        var packet = QUICPacketKind()
        let before = facts[direction].repeatedBytes
        while let frame = reader.next(content) {
            if frame.elicitsAcknowledgement {
                packet.isEmpty = frame == .ping && (packet.isEmpty || !packet.elicits)
                packet.elicits = true
            }
            switch frame {
            case .stream(let stream): receive(stream, content, direction, arrival)
            case .crypto(let offset, let range):
                receiveCrypto(content.extracting(range), at: Int(clamping: offset), space, direction, arrival)
            case .resetStream(let stream, let code, let finalSize):
                reset(stream, code, direction, arrival)
                finish(stream, at: Int(clamping: finalSize), direction, arrival)
            case .stopSending(let stream, let code):
                stop(stream, code, direction, arrival)
            case .acknowledgement(let told):
                note(told.largest, space, direction == .up ? .down : .up)
                acknowledge(told, content, space, direction, arrival)
            case .newConnectionID(let issued):
                learn(issued.identifier, direction == .up ? .down : .up)
                learn(token: content.bytes(in: issued.resetToken))
            case .connectionClose(let close): note(close, content, direction, arrival)
            case .padding, .ping: break
            default: noteCredit(frame, direction)
            }
        }
        packet.isRepeated = facts[direction].repeatedBytes > before
        noteSent(space, direction, arrival, packet)
    }

    private func receiveCrypto(
        _ bytes: RawSpan,
        at offset: Int,
        _ space: QUICSpace,
        _ direction: StreamDirection,
        _ arrival: Arrival
    ) {
        var (isOver, hasNews) = (false, false)
        let isUp = direction == .up
        let repeated = handshake.receive(bytes, at: offset, space, isFromClient: isUp, arrival) { effect in
            if effect == .finished { isOver = true }
            if effect == .offer || effect == .protocolChosen { hasNews = true }
        }
        facts[direction].repeatedBytes += repeated
        handshakeBytes = handshake.heldBytes
        if hasNews { takeParameters() }
        if isOver { noteEnd() }
        if direction == .down, space == .handshake, let token = handshake.serverParameters?.resetToken {
            learn(token: token)
        }
    }

    private func reset(_ stream: UInt64, _ code: UInt64, _ direction: StreamDirection, _ arrival: Arrival) {
        http?.reset(
            stream,
            CaptureReset(isFromClient: direction == .up, code: code, isHTTP3: true, stamp: arrival.stamp)
        )
    }

    /// A server that has answered may stop a request that it no longer needs: that ends no exchange.
    private func stop(_ stream: UInt64, _ code: UInt64, _ direction: StreamDirection, _ arrival: Arrival) {
        let isGraceful = direction == .down && code == 0x100
        if !isGraceful { reset(stream, code, direction, arrival) }
    }
}
