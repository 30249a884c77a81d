import TLS
import Wire

/// One QUIC connection while its packets come: its identifiers, keys, handshake and streams.
final class ObservedQUICConnection {
    /// Most identifiers of a direction that are known at once.
    private static let mostIdentifiers = 256
    /// Most packets that wait for their keys, and their bytes.
    private static let mostHeld = 64
    private static let mostHeldBytes = 1 << 17
    /// Longest datagram on an Ethernet.
    private static let longestDatagram = 1500
    /// Shorter identifiers may be coincidence.
    private static let shortestMark = 4
    private static let shortestPacket = 21
    /// Most streams that are followed at once.
    private static let mostStreams = 16_384

    let number: Int
    let context: CaptureContext
    /// Identifiers to which the client sends, and the server.
    private(set) var upIdentifiers: [QUICIdentifier] = []
    private(set) var downIdentifiers: [QUICIdentifier] = []
    private(set) var client: Endpoint
    private(set) var server: Endpoint
    var handshake: QUICHandshakeObservation
    var keys: (up: QUICKeyChain, down: QUICKeyChain) = (QUICKeyChain(), QUICKeyChain())
    /// The packet expected next in each space, by direction.
    private var expected: (up: [UInt64], down: [UInt64]) = ([0, 0, 0], [0, 0, 0])
    private(set) var version: QUICVersion
    private var held: [QUICHeldPacket] = []
    private var heldBytes = 0
    private var streams: [UInt64: QUICStream] = [:]
    /// Bytes of all streams that wait for missing ones.
    private var waitingBytes = 0
    private var recent: QUICStream?
    /// Streams that have ended, by the multiple of 64 that they lie in.
    private var past: [UInt64: UInt64] = [:]
    private(set) var http: ObservedHTTP3Connection?
    private(set) var opening: QUICOpening
    /// Packets that could not be opened: without keys, with other keys, cut by the recorder.
    private(set) var closed = (unkeyed: 0, other: 0, cut: 0)
    private(set) var lastArrival: Arrival
    private(set) var firstArrival: Arrival
    /// True if the capture shows a packet that the filter admits.
    var isShown = false
    private var findings = CaptureFindings()
    private(set) var tokens: Set<[UInt8]> = []
    /// The stream whose bytes the current datagram brought first.
    private var owner: UInt64?
    /// Repeated bytes of exchanges that have been taken, by their order.
    private var late: [(count: Int, order: Int)] = []
    private var retrySource: QUICIdentifier?
    /// The identifier from which the keys of Initial packets are made.
    private var keyedBy: QUICIdentifier?
    var identity: CaptureConnection { .quic(number) }

    init(_ number: Int, _ header: QUICLongHeader, _ datagram: QUICDatagram, _ context: CaptureContext) {
        self.number = number
        self.context = context
        version = header.version
        (client, server) = (datagram.source, datagram.destination)
        handshake = QUICHandshakeObservation(.quic(number))
        opening = QUICOpening(start: datagram.arrival.stamp)
        (firstArrival, lastArrival) = (datagram.arrival, datagram.arrival)
        handshake.place(client: client, server: server, datagrams: datagram.flow)
        upIdentifiers = [header.destination]
        downIdentifiers = [header.source]
    }

    /// Keys of the client's first packet, which opened it.
    func setInitial(_ version: QUICVersion, _ identifier: QUICIdentifier) {
        let bytes = identifier.bytes
        keyedBy = identifier
        keys.up.set(.initial, version, QUICInitialKeys.keys(version, identifier: bytes, .client))
        keys.down.set(.initial, version, QUICInitialKeys.keys(version, identifier: bytes, .server))
    }

    // MARK: Identifiers

    /// True if packets in this direction may carry the identifier.
    func has(_ identifier: QUICIdentifier, _ direction: StreamDirection) -> Bool {
        (direction == .up ? upIdentifiers : downIdentifiers).contains(identifier)
    }

    /// The identifier at the front of a packet with a short header.
    func shortIdentifier(_ packet: RawSpan, _ direction: StreamDirection) -> QUICIdentifier? {
        (direction == .up ? upIdentifiers : downIdentifiers).last {
            QUICIdentifier(packet, at: 1, count: $0.count) == $0
        }
    }

    /// Notes that packets in this direction may carry the identifier. Returns true if it is new.
    @discardableResult
    func learn(_ identifier: QUICIdentifier, _ direction: StreamDirection) -> Bool {
        guard !has(identifier, direction) else { return false }
        if direction == .up { upIdentifiers.append(identifier) } else { downIdentifiers.append(identifier) }
        if upIdentifiers.count > Self.mostIdentifiers { upIdentifiers.removeFirst() }
        if downIdentifiers.count > Self.mostIdentifiers { downIdentifiers.removeFirst() }
        fresh.append(identifier)
        return true
    }

    /// Identifiers learnt since the table last looked.
    var fresh: [QUICIdentifier] = []

    // MARK: Packets

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
            http?.opening = opening
        }
        owner = nil
        var place = 0
        while let first = payload.byte(at: place) {
            let rest = payload.extracting(place..<payload.byteCount)
            let whole = datagram.length - place
            guard first & 0x80 != 0 else {
                let length = shortLength(rest, whole, direction)
                let packet = rest.extracting(0..<min(length, rest.byteCount))
                receive(packet, nil, length: length, direction, datagram.arrival, &room)
                place += length
                continue
            }
            guard let header = QUICLongHeader(rest, length: whole), header.length > 0 else { break }
            let end = min(header.length, rest.byteCount)
            receive(
                rest.extracting(0..<end),
                header,
                length: header.length,
                direction,
                datagram.arrival,
                &room
            )
            place += header.length
        }
        http?.weigh(datagram.packetBytes, direction, owner)
        for one in findings.kept { results.findings.add(one) }
        if !findings.kept.isEmpty { findings = CaptureFindings() }
        for one in late { results.countRepeated(one.count, identity, order: one.order) }
        late.removeAll(keepingCapacity: true)
    }

    /// Length of a packet with a short header, which usually fills its datagram. A capture on the sender's host may show
    /// many datagrams as one, before they are segmented (GSO): then the next begins with the same identifier.
    private func shortLength(_ rest: RawSpan, _ whole: Int, _ direction: StreamDirection) -> Int {
        guard whole > Self.longestDatagram, let identifier = shortIdentifier(rest, direction),
            identifier.count >= Self.shortestMark
        else { return whole }
        for place in Self.shortestPacket..<max(Self.shortestPacket, rest.byteCount - identifier.count) {
            guard let first = rest.byte(at: place), first & 0x80 == 0,
                rest.byte(at: place + 1) == rest.byte(at: 1),
                QUICIdentifier(rest, at: place + 1, count: identifier.count) == identifier
            else { continue }
            return place
        }
        return whole
    }

    private func receive(
        _ packet: RawSpan,
        _ header: QUICLongHeader?,
        length: Int,
        _ direction: StreamDirection,
        _ arrival: Arrival,
        _ room: inout [UInt8]
    ) {
        if let header {
            learn(header.source, direction == .up ? .down : .up)
            if header.type == .retry { return takeRetry(header, arrival, bytes: length) }
            guard let type = header.type, QUICSpace(type) != nil else { return }
        }
        guard packet.byteCount == length else {
            closed.cut += 1
            return
        }
        guard let content = open(packet, header, direction, &room) else {
            return fail(packet, header, direction, arrival)
        }
        let before = (
            keys.up.hasTraffic, keys.down.hasTraffic, handshake.choice != nil, handshake.offer != nil
        )
        var taken: [UInt8] = []
        swap(&taken, &room)
        let space = header?.type.flatMap(QUICSpace.init) ?? .application
        read(taken.span.bytes.extracting(0..<content.length), space, direction, arrival)
        swap(&taken, &room)
        if space != .initial { handshake.count(isOpened: true) }
        let after = (
            keys.up.hasTraffic, keys.down.hasTraffic, handshake.choice != nil, handshake.offer != nil
        )
        if before != after, !held.isEmpty { retry(&room) }
    }

    private func takeRetry(_ header: QUICLongHeader, _ arrival: Arrival, bytes: Int) {
        guard retrySource == nil else { return }
        retrySource = header.source
        handshake.noteRetry(arrival, bytes: bytes)
        learn(header.source, .up)
    }

    /// Packets whose keys were not known may now be opened.
    private func retry(_ room: inout [UInt8]) {
        let waiting = held
        (held, heldBytes) = ([], 0)
        for one in waiting {
            receive(
                one.bytes.span.bytes,
                one.header,
                length: one.bytes.count,
                one.direction,
                one.arrival,
                &room
            )
        }
    }

    // MARK: Streams

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

    private func stream(_ number: UInt64) -> QUICStream? {
        if let recent, recent.number == number { return recent }
        if let known = streams[number] {
            recent = known
            return known
        }
        guard !isPast(number), streams.count < Self.mostStreams else { return nil }
        if http == nil, handshake.applicationProtocol?.hasPrefix("h3") ?? true {
            http = ObservedHTTP3Connection(identity, context)
            http?.place(client: client, server: server)
            http?.opening = opening
        }
        let new = QUICStream(number)
        streams[number] = new
        recent = new
        return new
    }

    private func hand(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ stream: QUICStream,
        _ direction: StreamDirection
    ) {
        stream[direction].before = piece.arrived
        http?.receive(bytes, piece, stream.number, direction, &findings)
    }

    private func handWaiting(_ stream: QUICStream, _ direction: StreamDirection) {
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

    private func giveUpHole(_ stream: QUICStream, _ direction: StreamDirection) {
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

    private func end(_ stream: QUICStream, _ direction: StreamDirection, _ arrival: Arrival) {
        guard stream[direction].assembly.isAtEnd, !stream[direction].isFinished else { return }
        stream[direction].isFinished = true
        http?.finish(.latest(stream[direction].before, arrival), stream.number, direction)
        forget(stream)
    }

    private func forget(_ stream: QUICStream) {
        guard stream.isOver else { return }
        streams[stream.number] = nil
        if recent === stream { recent = nil }
        past[stream.number >> 8, default: 0] |= 1 << (stream.number >> 2 & 0x3F)
        http?.forget(stream.number)
    }

    /// True for a two-way stream of the client that has ended; other kinds are few.
    private func isPast(_ number: UInt64) -> Bool {
        number & 0x03 == 0 && (past[number >> 8] ?? 0) >> (number >> 2 & 0x3F) & 1 == 1
    }

    private func repeated(_ count: Int, _ stream: UInt64, _ direction: StreamDirection) {
        guard direction == .down, let order = http?.countRepeated(count, stream) else { return }
        late.append((count, order))
    }

    func noteEnd() {
        opening.end = handshake.summary.end
        http?.opening = opening
    }

    // MARK: End

    var heldMemory: Int {
        4096 + heldBytes + handshake.heldBytes + (http?.heldBytes ?? 0) + streams.count * 512
    }

    /// Gives up all holes, so that nothing waits.
    func giveUpHoles() {
        for number in streams.keys.sorted() {
            guard let stream = streams[number] else { continue }
            for direction in [StreamDirection.up, .down] {
                while stream[direction].assembly.hasWaiting { giveUpHole(stream, direction) }
            }
        }
    }

    /// Nothing more comes.
    func conclude(_ results: inout InspectionResults) {
        giveUpHoles()
        for one in held {
            if hasKeys(one.header?.type ?? .short, one.direction) {
                closed.other += 1
            } else {
                closed.unkeyed += 1
            }
            handshake.count(isOpened: false)
        }
        (held, heldBytes) = ([], 0)
        http?.conclude(&findings)
        // Without any keys, nobody expects more.
        if closed.unkeyed > 0, !context.decryption.secrets.isEmpty {
            findings.add(
                CaptureFinding(packet: firstArrival.packet, identity, .unkeyedQUIC(packets: closed.unkeyed))
            )
        }
        if closed.other > 0 {
            findings.add(
                CaptureFinding(packet: firstArrival.packet, identity, .otherKeysQUIC(packets: closed.other))
            )
        }
        if closed.cut > 0 {
            findings.add(CaptureFinding(packet: firstArrival.packet, identity, .cutQUIC(packets: closed.cut)))
        }
        for one in findings.kept { results.findings.add(one) }
        findings = CaptureFindings()
    }

    // MARK: Opening

    private func open(
        _ packet: RawSpan,
        _ header: QUICLongHeader?,
        _ direction: StreamDirection,
        _ room: inout [UInt8]
    ) -> (number: UInt64, length: Int)? {
        guard let header else { return openShort(packet, direction, &room) }
        guard let type = header.type, let space = QUICSpace(type), let offset = header.numberOffset else {
            return nil
        }
        prepare(type, header.version, direction)
        var chain = direction == .up ? keys.up : keys.down
        if let opener = chain.opener(type, header.version),
            let opened = open(packet, opener, offset, space, direction, &room)
        {
            return opened
        }
        guard type == .initial, direction == .up else { return nil }
        // The client begins anew after a Retry, or goes on in another version.
        let identifier = header.destination.bytes
        chain.set(
            .initial,
            header.version,
            QUICInitialKeys.keys(header.version, identifier: identifier, .client)
        )
        guard let opener = chain.opener(type, header.version),
            let opened = open(packet, opener, offset, space, direction, &room)
        else { return nil }
        setInitial(header.version, header.destination)
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
        return (number, length)
    }

    private func openShort(_ packet: RawSpan, _ direction: StreamDirection, _ room: inout [UInt8]) -> (
        number: UInt64, length: Int
    )? {
        guard let identifier = shortIdentifier(packet, direction) else { return nil }
        prepare(.short, version, direction)
        let (offset, next) = (1 + identifier.count, expected(.application, direction))
        let opened =
            direction == .up
            ? keys.up.openShort(packet, numberAt: offset, expected: next, into: &room)
            : keys.down.openShort(packet, numberAt: offset, expected: next, into: &room)
        if let opened { note(opened.number, .application, direction) }
        return opened
    }

    private func expected(_ space: QUICSpace, _ direction: StreamDirection) -> UInt64 {
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
    private func fail(
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
        if isReset(packet, header) { return }
        if isKeyed { closed.other += 1 } else { closed.unkeyed += 1 }
        handshake.count(isOpened: false)
    }

    /// The last bytes of a stateless reset are a token that the other end has told.
    private func isReset(_ packet: RawSpan, _ header: QUICLongHeader?) -> Bool {
        guard header == nil, packet.byteCount >= 21, !tokens.isEmpty else { return false }
        var end: [UInt8] = []
        end.append(copying: packet.extracting(packet.byteCount - 16..<packet.byteCount))
        return tokens.contains(end)
    }

    private func hasKeys(_ type: QUICPacketType, _ direction: StreamDirection) -> Bool {
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
        handshake.choice == nil && !context.decryption.secrets.isEmpty
    }

    // MARK: Keys

    /// Looks for the keys of packets of this type.
    private func prepare(_ type: QUICPacketType, _ version: QUICVersion, _ direction: StreamDirection) {
        let chain = direction == .up ? keys.up : keys.down
        switch type {
        case .initial:
            // Each version has keys of its own from the same identifier.
            guard chain.opener(.initial, version) == nil, let first = keyedBy else { return }
            let side = direction == .up ? QUICInitialKeys.Side.client : .server
            set(.initial, version, QUICInitialKeys.keys(version, identifier: first.bytes, side), direction)
        case .handshake:
            guard chain.opener(.handshake, version) == nil, let algorithm,
                let secret = secret(direction == .up ? .clientHandshake : .serverHandshake)
            else { return }
            self.version = version
            set(.handshake, version, QUICPacketKeys(algorithm, version, secret: secret), direction)
        case .early:
            guard chain.opener(.early, version) == nil, let secret = secret(.clientEarly) else { return }
            set(.early, version, earlyKeys(secret, version), direction)
        case .short:
            guard !chain.hasTraffic, let algorithm,
                let secret = secret(direction == .up ? .clientTraffic : .serverTraffic)
            else { return }
            if direction == .up {
                keys.up.setTraffic(secret, algorithm, self.version)
            } else {
                keys.down.setTraffic(secret, algorithm, self.version)
            }
        case .retry, .versionNegotiation: break
        }
    }

    private func set(
        _ type: QUICPacketType,
        _ version: QUICVersion,
        _ made: QUICPacketKeys?,
        _ direction: StreamDirection
    ) {
        if direction == .up { keys.up.set(type, version, made) } else { keys.down.set(type, version, made) }
    }

    private var algorithm: QUICPacketAlgorithm? {
        handshake.choice.flatMap { QUICPacketAlgorithm($0.cipherSuite) }
    }

    /// Early data is protected as in the session before. Its secret's length says which hash that used, and then most
    /// likely with the suite that the client likes best.
    private func earlyKeys(_ secret: [UInt8], _ version: QUICVersion) -> QUICPacketKeys? {
        let offered = (handshake.offer?.cipherSuites ?? []).compactMap(QUICPacketAlgorithm.init)
        let likely = offered.first { $0.hash.length == secret.count }
        return likely.flatMap { QUICPacketKeys($0, version, secret: secret) }
    }

    private func secret(_ label: SessionSecrets.Label) -> [UInt8]? {
        handshake.offer.flatMap { context.decryption.secrets.secret(label, clientRandom: $0.random) }
    }
}
