import Wire

extension ObservedQUICConnection {
    /// The other end's parameters have become known.
    func takeParameters() {
        if let told = handshake.clientParameters {
            allowances.down.take(told)
            manners.up = QUICAcknowledging(told)
        }
        if let told = handshake.serverParameters {
            allowances.up.take(told)
            manners.down = QUICAcknowledging(told)
        }
    }

    /// A stream has grown to this length in one direction.
    func noteGrowth(_ stream: QUICStream, _ direction: StreamDirection, to end: Int, isLast: Bool) {
        let before = stream[direction].credit.used
        guard UInt64(end) > before else { return }
        facts[direction].streamBytes += end - Int(before)
        stream[direction].credit.grant(allowance(direction).initialLimit(stream.number, direction))
        let isAtLimit = stream[direction].credit.use(upTo: UInt64(end))
        if isAtLimit, !isLast { facts[direction].credit.stream += 1 }
        // Of a connection that the capture does not show from its beginning, nobody knows what was sent before.
        guard midwaySession == nil else { return }
        let more = UInt64(end) - before
        let isFull =
            direction == .up
            ? allowances.up.data.use(more: more) : allowances.down.data.use(more: more)
        if isFull { facts[direction].credit.connection += 1 }
    }

    /// A stream is seen for the first time.
    func noteOpened(_ stream: UInt64) {
        let isUp = stream & 0x01 == 0
        guard isUp ? allowances.up.open(stream) : allowances.down.open(stream) else { return }
        facts[isUp ? .up : .down].credit.streams += 1
    }

    /// Frames of flow control; those that raise limits are for the other end.
    func noteCredit(_ frame: QUICFrame, _ direction: StreamDirection) {
        switch frame {
        case .maxData(let limit):
            if direction == .up { allowances.down.data.grant(limit) } else { allowances.up.data.grant(limit) }
        case .maxStreams(let limit, isBidirectional: true):
            if direction == .up {
                allowances.down.streams.grant(limit)
            } else {
                allowances.up.streams.grant(limit)
            }
        case .maxStreamData(let number, let limit):
            streams[number]?[direction == .up ? .down : .up].credit.grant(limit)
        case .dataBlocked: facts[direction].credit.blockedConnection += 1
        case .streamDataBlocked: facts[direction].credit.blockedStream += 1
        case .streamsBlocked: facts[direction].credit.blockedStreams += 1
        default: break
        }
    }

    private func allowance(_ direction: StreamDirection) -> QUICAllowance {
        direction == .up ? allowances.up : allowances.down
    }
}
