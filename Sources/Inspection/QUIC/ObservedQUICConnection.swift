import TLS
import Wire

/// One QUIC connection while its packets come: its identifiers, keys, handshake and streams.
final class ObservedQUICConnection {
    /// Most identifiers of a direction that are known at once.
    static let mostIdentifiers = 256
    /// Most packets that wait for their keys, and their bytes.
    static let mostHeld = 64
    static let mostHeldBytes = 1 << 17
    /// Sizes of full datagrams on an Ethernet.
    static let shortestFull = 1200
    static let longestFull = 1500
    /// Most places tried in merged datagrams, and most connections' datagrams tried at every place.
    static let mostSearches = 16
    /// Shorter identifiers may be coincidence.
    static let shortestMark = 4
    static let shortestPacket = 21
    /// Most streams that are followed at once.
    static let mostStreams = 16_384

    let number: Int
    let context: CaptureContext
    // Safety: only the inspector's thread accesses these, and none calls out while it changes. The runtime checks took a
    // sixth of the time.
    /// Identifiers to which the client sends, and the server.
    @exclusivity(unchecked) var upIdentifiers: [QUICIdentifier] = []
    @exclusivity(unchecked) var downIdentifiers: [QUICIdentifier] = []
    /// Those of the last packets with short headers.
    @exclusivity(unchecked)
    private var recentIdentifiers: (up: QUICIdentifier?, down: QUICIdentifier?) = (nil, nil)
    var client: Endpoint
    var server: Endpoint
    @exclusivity(unchecked) var handshake: QUICHandshakeObservation
    let keys = (up: QUICKeyChain(), down: QUICKeyChain())
    /// What was known when the keys of packets with short headers were looked for.
    var looked = DirectionBytes(up: -1, down: -1)
    /// The packet expected next in each space, by direction.
    @exclusivity(unchecked) var expected: (up: [UInt64], down: [UInt64]) = ([0, 0, 0], [0, 0, 0])
    var version: QUICVersion
    @exclusivity(unchecked) var held: [QUICHeldPacket] = []
    @exclusivity(unchecked) var heldBytes = 0
    @exclusivity(unchecked) var streams: [UInt64: QUICStream] = [:]
    /// Bytes of all streams that wait for missing ones.
    @exclusivity(unchecked) var waitingBytes = 0
    @exclusivity(unchecked) var recent: QUICStream?
    /// Streams that have ended, by the multiple of 64 that they lie in.
    var past: [UInt64: UInt64] = [:]
    @exclusivity(unchecked) var http: ObservedHTTP3Connection?
    @exclusivity(unchecked) var opening: QUICOpening
    /// The session's client random, if the capture begins after the handshake.
    let midwaySession: [UInt8]?
    /// Packets that were tried for the identifiers of the other direction.
    var midwayTries = 0
    /// Packets that could not be opened: without keys, with other keys, cut by the recorder.
    var closed = (unkeyed: 0, other: 0, cut: 0)
    @exclusivity(unchecked) var lastArrival: Arrival
    var firstArrival: Arrival
    /// True if the capture shows a packet that the filter admits.
    var isShown = false
    @exclusivity(unchecked) var facts: CaptureQUICConnection
    @exclusivity(unchecked) var senders = QUICSenders()
    /// What the client may send, and the server.
    @exclusivity(unchecked) var allowances = (up: QUICAllowance(), down: QUICAllowance())
    var manners = (up: QUICAcknowledging(), down: QUICAcknowledging())
    /// Number of the packet that was opened last.
    @exclusivity(unchecked) var openedNumber: UInt64 = 0
    /// True if an end has said that it does not know the connection.
    var wasReset = false
    @exclusivity(unchecked) var findings = CaptureFindings()
    var tokens: Set<[UInt8]> = []
    /// The stream whose bytes the current datagram brought first.
    @exclusivity(unchecked) var owner: UInt64?
    /// Bytes of handshake messages that are not complete.
    @exclusivity(unchecked) var handshakeBytes = 0
    /// What was charged to the inspector's budgets: bytes behind missing ones, and memory of what has not ended.
    @exclusivity(unchecked) var charged = (waiting: 0, held: 0)
    /// Repeated bytes of exchanges that have been taken, by their order.
    @exclusivity(unchecked) var late: [(count: Int, order: Int)] = []
    /// Length of the datagrams that the recorder has shown merged, by direction; 0 if none.
    @exclusivity(unchecked) var segment = DirectionBytes()
    /// How many datagrams have been searched for merged ones at every place.
    var searches = 0
    var retrySource: QUICIdentifier?
    /// The identifier from which the keys of Initial packets are made.
    var keyedBy: QUICIdentifier?
    var identity: CaptureConnection { .quic(number) }

    init(_ number: Int, _ header: QUICLongHeader, _ datagram: QUICDatagram, _ context: CaptureContext) {
        self.number = number
        self.context = context
        midwaySession = nil
        version = header.version
        (client, server) = (datagram.source, datagram.destination)
        handshake = QUICHandshakeObservation(.quic(number))
        opening = QUICOpening(start: datagram.arrival.stamp)
        (firstArrival, lastArrival) = (datagram.arrival, datagram.arrival)
        handshake.place(client: client, server: server, datagrams: datagram.flow)
        facts = CaptureQUICConnection(number, version, client: client, server: server, datagram)
        upIdentifiers = [header.destination]
        downIdentifiers = [header.source]
        facts.up.identifiers = [header.source]
    }

    /// A connection whose handshake is not in the capture: `match` opens its first packet there.
    init(
        _ number: Int,
        _ match: QUICKeyMatch,
        _ secrets: SessionSecrets,
        _ datagram: QUICDatagram,
        _ context: CaptureContext
    ) {
        self.number = number
        self.context = context
        midwaySession = match.session
        version = match.version
        let ends = (datagram.source, datagram.destination)
        (client, server) = match.direction == .up ? ends : (ends.1, ends.0)
        handshake = QUICHandshakeObservation(.quic(number))
        opening = QUICOpening(start: datagram.arrival.stamp)
        (firstArrival, lastArrival) = (datagram.arrival, datagram.arrival)
        handshake.place(client: client, server: server, datagrams: datagram.flow)
        facts = CaptureQUICConnection(number, version, client: client, server: server, datagram)
        facts.cipherSuite = match.algorithm.suite
        if let secret = secrets.secret(.clientTraffic, clientRandom: match.session) {
            keys.up.setTraffic(secret, match.algorithm, version)
            keys.up.skip(updates: match.updates)
        }
        if let secret = secrets.secret(.serverTraffic, clientRandom: match.session) {
            keys.down.setTraffic(secret, match.algorithm, version)
            keys.down.skip(updates: match.updates)
        }
        learn(match)
    }

    /// Takes what a packet shows from which on a connection without a handshake is read.
    func learn(_ match: QUICKeyMatch) {
        if match.direction == .up {
            upIdentifiers = [match.identifier]
        } else {
            downIdentifiers = [match.identifier]
        }
        facts[match.direction == .up ? .down : .up].identifiers.append(match.identifier)
        fresh.append(match.identifier)
        note(match.number, .application, match.direction)
    }

    /// nil if the capture does not show it.
    var seenOpening: QUICOpening? { midwaySession == nil ? opening : nil }

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
        let recent = direction == .up ? recentIdentifiers.up : recentIdentifiers.down
        if let recent, QUICIdentifier(packet, at: 1, count: recent.count) == recent { return recent }
        let found = (direction == .up ? upIdentifiers : downIdentifiers).last {
            QUICIdentifier(packet, at: 1, count: $0.count) == $0
        }
        if direction == .up { recentIdentifiers.up = found } else { recentIdentifiers.down = found }
        return found
    }

    /// Notes that packets in this direction may carry the identifier. Returns true if it is new.
    @discardableResult
    func learn(_ identifier: QUICIdentifier, _ direction: StreamDirection) -> Bool {
        guard !has(identifier, direction) else { return false }
        let chooser: StreamDirection = direction == .up ? .down : .up
        if facts[chooser].identifiers.count < CaptureQUICConnection.mostListed {
            facts[chooser].identifiers.append(identifier)
        }
        if direction == .up { upIdentifiers.append(identifier) } else { downIdentifiers.append(identifier) }
        if upIdentifiers.count > Self.mostIdentifiers { upIdentifiers.removeFirst() }
        if downIdentifiers.count > Self.mostIdentifiers { downIdentifiers.removeFirst() }
        fresh.append(identifier)
        return true
    }

    /// Notes a token that would end a stateless reset.
    func learn(token: [UInt8]) {
        if tokens.count < Self.mostIdentifiers { tokens.insert(token) }
    }

    /// Identifiers learnt since the table last looked.
    @exclusivity(unchecked) var fresh: [QUICIdentifier] = []
}
