import TLS
import Wire

/// The QUIC connections of a capture, found by the identifiers in their packets and by the endpoints.
final class QUICTable {
    /// Largest UDP payload.
    private static let roomBytes = 1 << 16
    /// Shortest identifier that a client chooses for a server at first (RFC 9000, 7.2).
    static let shortestFirst = 8
    /// Shortest datagram with a client's first packet.
    static let shortestGreeting = 1200

    /// A connection with more exchanges that have ended gives some up; bytes of the others may come again.
    private static let mostEnded = 128

    /// The endpoints between which a connection was seen.
    struct Path {
        let connection: ObservedQUICConnection
        /// True if the key's first endpoint is the client.
        let isForwardUp: Bool
    }

    struct Recent {
        let key: FlowKey
        let path: Path
    }

    let context: CaptureContext
    let most: Int
    var connections: [ObservedQUICConnection] = []
    var paths: [FlowKey: [Path]] = [:]
    /// Where a packet with a short header was found last, if nothing newer goes between the same endpoints.
    // Safety: as in `ObservedQUICConnection`.
    @exclusivity(unchecked) var recent: Recent?
    var byIdentifier: [QUICIdentifier: ObservedQUICConnection] = [:]
    /// How many identifiers of each length are known.
    var lengths = [Int](repeating: 0, count: QUICIdentifier.longest + 1)
    var count = 0
    var search: QUICKeySearch
    /// Endpoints without a connection whose packets look like QUIC's.
    var strangers: [FlowKey: QUICStranger] = [:]
    var room = [UInt8](repeating: 0, count: roomBytes)
    var handshakes: PackedRecords<CaptureHandshake>
    var summaries: PackedRecords<CaptureQUICConnection>
    /// Clients' first packets of versions that cannot be read.
    var greetings: [FlowKey: QUICGreeting] = [:]
    /// What the connections' memory has grown by since the inspector last looked.
    @exclusivity(unchecked) var growth = (waiting: 0, held: 0)
    /// True if connections were ended early: their later packets then look like those of unknown ones.
    var hasRemoved = false
    /// When the newest datagram came.
    // Safety: likewise.
    @exclusivity(unchecked) var latestStamp = Int64.min
    /// Exchanges that have been reported while their connections still hold them.
    var reported: Set<RecordedPlace> = []
    /// Exchanges that left their connections before they were reported.
    var unreported: [CaptureExchange] = []

    struct RecordedPlace: Hashable {
        let connection: CaptureConnection
        let order: Int

        init(_ exchange: CaptureExchange) {
            (connection, order) = (exchange.connection, exchange.order)
        }
    }

    init(_ context: CaptureContext, _ limits: InspectionLimits, _ spool: (() -> any InspectionSpool)?) {
        self.context = context
        most = limits.liveFlows
        search = QUICKeySearch(mostTries: limits.keyTries)
        handshakes = PackedRecords(most: limits.results, spool?())
        summaries = PackedRecords(most: limits.results, spool?())
    }

    /// Takes a datagram. Returns its connection and its direction; nil if it is not QUIC, as far as can be seen.
    func receive(
        _ payload: RawSpan,
        _ key: FlowKey,
        isForward: Bool,
        _ datagram: QUICDatagram,
        _ results: inout InspectionResults
    ) -> (connection: ObservedQUICConnection, direction: StreamDirection)? {
        guard let first = payload.byte(at: 0) else { return nil }
        latestStamp = max(latestStamp, datagram.arrival.stamp)
        let isCut = payload.byteCount < datagram.length
        let found =
            first & 0x80 != 0
            ? findLong(payload, key, isForward: isForward, datagram, &results)
            : findShort(payload, key, isForward: isForward, datagram)
                ?? (isCut ? latest(key, isForward: isForward) : findReset(payload, key, isForward: isForward))
                ?? findMidway(payload, key, isForward: isForward, datagram, &results)
        guard let found else { return nil }
        found.connection.receive(payload, datagram, found.direction, &room, &results)
        if !found.connection.fresh.isEmpty { register(found.connection) }
        recharge(found.connection)
        if let http = found.connection.http, http.exchanges.endedCount > Self.mostEnded {
            take(http.takeExchanges(keeping: Self.mostEnded / 2), &results)
        }
        return found
    }

    // MARK: Finding

    typealias Found = (connection: ObservedQUICConnection, direction: StreamDirection)

    private func findLong(
        _ payload: RawSpan,
        _ key: FlowKey,
        isForward: Bool,
        _ datagram: QUICDatagram,
        _ results: inout InspectionResults
    ) -> Found? {
        guard let header = QUICLongHeader(payload, length: datagram.length) else {
            return findCut(payload, key, isForward: isForward, datagram, &results)
        }
        for path in (paths[key] ?? []).reversed() {
            let direction: StreamDirection = path.isForwardUp == isForward ? .up : .down
            if path.connection.has(header.destination, direction) { return (path.connection, direction) }
        }
        if header.destination.count > 0, let known = byIdentifier[header.destination] {
            let direction: StreamDirection = known.has(header.destination, .up) ? .up : .down
            move(known, direction, datagram, key, isForward: isForward)
            return (known, direction)
        }
        if let refused = findRefused(header, key, isForward: isForward, datagram, &results) { return refused }
        if header.isInitial, let new = begin(payload, header, key, isForward: isForward, datagram, &results) {
            return new
        }
        // The packets that told this identifier are not in the capture.
        return latest(key, isForward: isForward)
    }

    private func latest(_ key: FlowKey, isForward: Bool) -> Found? {
        paths[key]?.last.map { ($0.connection, $0.isForwardUp == isForward ? .up : .down) }
    }

    /// A packet of which the recorder cut even the header.
    private func findCut(
        _ payload: RawSpan,
        _ key: FlowKey,
        isForward: Bool,
        _ datagram: QUICDatagram,
        _ results: inout InspectionResults
    ) -> Found? {
        guard payload.byteCount < datagram.length else { return nil }
        if let known = latest(key, isForward: isForward) { return known }
        guard datagram.length >= Self.shortestGreeting, let header = QUICLongHeader(cutBeginning: payload),
            header.destination.count >= Self.shortestFirst
        else { return nil }
        return add(header, key, isForward: isForward, datagram, &results)
    }

    private func findShort(
        _ payload: RawSpan,
        _ key: FlowKey,
        isForward: Bool,
        _ datagram: QUICDatagram
    ) -> Found? {
        if let recent, recent.key == key {
            let direction: StreamDirection = recent.path.isForwardUp == isForward ? .up : .down
            if recent.path.connection.shortIdentifier(payload, direction) != nil {
                return (recent.path.connection, direction)
            }
        }
        let known = paths[key] ?? []
        for (place, path) in known.enumerated().reversed() {
            let direction: StreamDirection = path.isForwardUp == isForward ? .up : .down
            if path.connection.shortIdentifier(payload, direction) != nil {
                if place == known.count - 1 { recent = Recent(key: key, path: path) }
                return (path.connection, direction)
            }
        }
        // Another address: short identifiers may be coincidence.
        for length in (4...QUICIdentifier.longest).reversed() where lengths[length] > 0 {
            guard let identifier = QUICIdentifier(payload, at: 1, count: length),
                let known = byIdentifier[identifier]
            else { continue }
            let direction: StreamDirection = known.has(identifier, .up) ? .up : .down
            move(known, direction, datagram, key, isForward: isForward)
            return (known, direction)
        }
        return nil
    }

    /// A stateless reset has no identifier: its last bytes are a token of its connection.
    private func findReset(_ payload: RawSpan, _ key: FlowKey, isForward: Bool) -> Found? {
        (paths[key] ?? []).last { $0.connection.isReset(payload, nil) }
            .map { ($0.connection, $0.isForwardUp == isForward ? .up : .down) }
    }

    /// A connection begins if the packet opens with keys from its own identifier, or if it is cut and looks like the
    /// beginning of one.
    private func begin(
        _ payload: RawSpan,
        _ header: QUICLongHeader,
        _ key: FlowKey,
        isForward: Bool,
        _ datagram: QUICDatagram,
        _ results: inout InspectionResults
    ) -> Found? {
        guard let offset = header.numberOffset else { return nil }
        if header.length <= payload.byteCount {
            let packet = payload.extracting(0..<header.length)
            guard
                let keys = QUICInitialKeys.keys(
                    header.version,
                    identifier: header.destination.bytes,
                    .client
                ),
                let opener = QUICPacketOpener(keys), let unmasked = opener.unmask(packet, numberAt: offset),
                opener.open(
                    packet,
                    unmasked,
                    numberAt: offset,
                    number: unmasked.carried,
                    into: &room
                ) != nil
            else { return nil }
        } else {
            guard header.destination.count >= Self.shortestFirst, datagram.length >= Self.shortestGreeting
            else {
                return nil
            }
        }
        return add(header, key, isForward: isForward, datagram, &results)
    }

    func add(
        _ header: QUICLongHeader,
        _ key: FlowKey,
        isForward: Bool,
        _ datagram: QUICDatagram,
        _ results: inout InspectionResults
    ) -> Found {
        let new = ObservedQUICConnection(count, header, datagram, context)
        new.setInitial(header.version, header.destination)
        new.fresh = [header.destination, header.source]
        add(new, key, isForwardUp: isForward, &results)
        return (new, .up)
    }

    func add(
        _ new: ObservedQUICConnection,
        _ key: FlowKey,
        isForwardUp: Bool,
        _ results: inout InspectionResults
    ) {
        if connections.count >= most { makeRoom(&results) }
        count += 1
        context.countConnection()
        connections.append(new)
        add(Path(connection: new, isForwardUp: isForwardUp), key)
        register(new)
    }

    /// The connection goes on between other endpoints.
    func move(
        _ connection: ObservedQUICConnection,
        _ direction: StreamDirection,
        _ datagram: QUICDatagram,
        _ key: FlowKey,
        isForward: Bool
    ) {
        add(Path(connection: connection, isForwardUp: (direction == .up) == isForward), key)
        connection.noteMove(datagram, direction)
    }

    func add(_ path: Path, _ key: FlowKey) {
        recent = nil
        paths[key, default: []].append(path)
        if paths[key]?.count ?? 0 > 64 { paths[key]?.removeFirst() }
    }

    func register(_ connection: ObservedQUICConnection) {
        for identifier in connection.fresh where identifier.count > 0 {
            if byIdentifier.updateValue(connection, forKey: identifier) == nil {
                lengths[identifier.count] += 1
            }
        }
        connection.fresh = []
    }
}
