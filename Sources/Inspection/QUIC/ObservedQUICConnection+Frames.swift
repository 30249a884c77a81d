import Wire

extension ObservedQUICConnection {
    /// Reads the frames of an opened packet.
    func read(_ content: RawSpan, _ space: QUICSpace, _ direction: StreamDirection, _ arrival: Arrival) {
        var reader = QUICFrameReader()
        if space == .initial, direction == .up { handshake.start(version, at: arrival.stamp) }
        while let frame = reader.next(content) {
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
            case .newConnectionID(let issued):
                learn(issued.identifier, direction == .up ? .down : .up)
                learn(token: content.bytes(in: issued.resetToken))
            case .connectionClose(let close): note(close, content, direction, arrival)
            default: break
            }
        }
    }

    private func receiveCrypto(
        _ bytes: RawSpan,
        at offset: Int,
        _ space: QUICSpace,
        _ direction: StreamDirection,
        _ arrival: Arrival
    ) {
        var isOver = false
        handshake.receive(bytes, at: offset, space, isFromClient: direction == .up, arrival) { effect in
            if effect == .finished { isOver = true }
        }
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
