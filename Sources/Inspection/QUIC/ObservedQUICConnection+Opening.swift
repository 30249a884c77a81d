import TLS
import Wire

extension ObservedQUICConnection {
    /// Opens a packet with a long header. Returns its number and its content's length.
    func openLong(
        _ packet: RawSpan,
        _ header: QUICLongHeader,
        _ direction: StreamDirection,
        _ room: inout [UInt8]
    ) -> (number: UInt64, length: Int)? {
        guard let type = header.type, let space = QUICSpace(type), let offset = header.numberOffset else {
            return nil
        }
        prepare(type, header.version, direction)
        let chain = direction == .up ? keys.up : keys.down
        if let opener = chain.opener(type, header.version),
            let opened = open(packet, opener, offset, space, direction, &room)
        {
            return opened
        }
        guard type == .initial, direction == .up else { return nil }
        // The client begins anew after a Retry, or goes on in another version.
        let identifier = header.destination.bytes
        let begun = QUICInitialKeys.keys(header.version, identifier: identifier, .client)
        guard let opener = begun.flatMap(QUICPacketOpener.init),
            let opened = open(packet, opener, offset, space, direction, &room)
        else { return nil }
        setInitial(header.version, header.destination)
        handshake.beginAnew()
        return opened
    }

    private func open(
        _ packet: RawSpan,
        _ opener: QUICPacketOpener,
        _ offset: Int,
        _ space: QUICSpace,
        _ direction: StreamDirection,
        _ room: inout [UInt8]
    ) -> (number: UInt64, length: Int)? {
        guard let unmasked = opener.unmask(packet, numberAt: offset) else { return nil }
        let number = QUICPacketNumber.decode(
            unmasked.carried,
            bytes: unmasked.numberBytes,
            expected: expected(space, direction)
        )
        guard let length = opener.open(packet, unmasked, numberAt: offset, number: number, into: &room) else {
            return nil
        }
        note(number, space, direction)
        openedNumber = number
        return (number, length)
    }

    private func openShort(
        _ packet: RawSpan,
        _ identifier: QUICIdentifier,
        _ direction: StreamDirection,
        _ room: inout [UInt8]
    ) -> Int? {
        let (offset, next) = (1 + identifier.count, expected(.application, direction))
        let opened =
            direction == .up
            ? keys.up.openShort(packet, numberAt: offset, expected: next, into: &room)
            : keys.down.openShort(packet, numberAt: offset, expected: next, into: &room)
        guard let opened else { return nil }
        note(opened.number, .application, direction)
        openedNumber = opened.number
        return opened.length
    }

    func expected(_ space: QUICSpace, _ direction: StreamDirection) -> UInt64 {
        direction == .up ? expected.up[space.rawValue] : expected.down[space.rawValue]
    }

    /// Notes a packet that was opened, or that its receiver has acknowledged: the next number follows it.
    func note(_ number: UInt64, _ space: QUICSpace, _ direction: StreamDirection) {
        if direction == .up {
            expected.up[space.rawValue] = max(expected.up[space.rawValue], number + 1)
        } else {
            expected.down[space.rawValue] = max(expected.down[space.rawValue], number + 1)
        }
    }

    /// A packet that was not opened: it waits if its keys may still become known.
    func fail(
        _ packet: RawSpan,
        _ header: QUICLongHeader?,
        _ direction: StreamDirection,
        _ arrival: Arrival
    ) {
        let isKeyed = hasKeys(header?.type ?? .short, direction)
        if !isKeyed, mayLearnKeys, held.count < Self.mostHeld, heldBytes < Self.mostHeldBytes {
            held.append(QUICHeldPacket(packet, direction, header, arrival))
            heldBytes += packet.byteCount
            return
        }
        if isReset(packet, header) { return noteReset(direction, arrival) }
        facts[direction].closedPackets += 1
        if isKeyed { closed.other += 1 } else { closed.unkeyed += 1 }
        handshake.count(isOpened: false)
    }

    /// The last bytes of a stateless reset are a token that the other end has told.
    func isReset(_ packet: RawSpan, _ header: QUICLongHeader?) -> Bool {
        guard header == nil, packet.byteCount >= Self.shortestPacket, !tokens.isEmpty else { return false }
        var end: [UInt8] = []
        end.append(copying: packet.extracting(packet.byteCount - 16..<packet.byteCount))
        return tokens.contains(end)
    }

    func hasKeys(_ type: QUICPacketType, _ direction: StreamDirection) -> Bool {
        let chain = direction == .up ? keys.up : keys.down
        switch type {
        case .initial: return true
        case .handshake: return chain.hasHandshake
        case .early: return chain.hasEarly
        default: return chain.hasTraffic
        }
    }

    /// Keys may still come if the log has some, and the Server Hello has not.
    private var mayLearnKeys: Bool {
        !handshake.hasChoice && !context.decryption.secrets.isEmpty
    }

    // MARK: Merged datagrams

    /// Opens the first packet with a short header of one or more datagrams. A short header's packet ends its datagram,
    /// but where that is only shows by trying: all datagrams that a kernel merges are as long as the first, except for
    /// the last. `done` bytes of the first came before. Returns the lengths of the content and of the packet.
    func openFirst(
        _ rest: RawSpan,
        done: Int,
        _ direction: StreamDirection,
        _ room: inout [UInt8]
    ) -> (content: Int, packet: Int)? {
        guard let identifier = shortIdentifier(rest, direction) else { return nil }
        prepare(.short, version, direction)
        guard hasKeys(.short, direction) else { return nil }
        var result: (content: Int, packet: Int)?
        func opens(_ length: Int, _ room: inout [UInt8]) -> Bool {
            guard length >= Self.shortestPacket, length <= rest.byteCount else { return false }
            let packet = rest.extracting(0..<length)
            result = openShort(packet, identifier, direction, &room).map { ($0, length) }
            return result != nil
        }
        let usual = segment[direction]
        if usual > 0, done + rest.byteCount > usual, opens(usual - done % usual, &room) { return result }
        if opens(rest.byteCount, &room) { return result }
        for length in datagramEnds(rest, done: done, identifier) where opens(length, &room) {
            segment[direction] = done + length
            return result
        }
        return nil
    }

    /// Where the first of several datagrams may end.
    private func datagramEnds(_ rest: RawSpan, done: Int, _ identifier: QUICIdentifier) -> [Int] {
        guard identifier.count >= Self.shortestMark else {
            guard done + rest.byteCount > Self.shortestFull, searches < Self.mostSearches else { return [] }
            searches += 1
            let most = min(Self.longestFull, done + rest.byteCount - 1)
            return (Self.shortestFull...max(most, Self.shortestFull)).map { $0 - done }
        }
        var ends: [Int] = []
        var place = Self.shortestPacket
        while place + identifier.count < rest.byteCount, ends.count < Self.mostSearches {
            defer { place += 1 }
            let isLong = (rest.byte(at: place) ?? 0) & 0x80 != 0
            // A long header has the version and a length before the identifier.
            let mark = place + (isLong ? 6 : 1)
            guard rest.byte(at: mark) == rest.byte(at: 1),
                QUICIdentifier(rest, at: mark, count: identifier.count) == identifier
            else { continue }
            ends.append(place)
        }
        return ends
    }
}
