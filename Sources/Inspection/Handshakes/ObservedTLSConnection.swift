import TLS
import Wire

/// An encrypted connection: its handshake, and where there are keys what was said in it, which another conversation reads.
///
/// A byte from the server counts as come when the record that holds it is whole, because nobody can read it before; one
/// from the client as sent with its record's first packet.
final class ObservedTLSConnection: CarrierConversation {
    let opening: ConversationOpening
    var client = TLSSide()
    var server = TLSSide()
    /// The newest Client Hello and Server Hello.
    var offer: TLSClientHello?
    var choice: TLSServerHello?
    /// nil where the cipher suite cannot be opened, or before it is agreed on.
    var algorithm: RecordAlgorithm?
    var handshake: CaptureHandshake
    var pattern = RecordPattern()
    /// Reads what was opened.
    var inner: (any ObservedConversation)?
    /// What the client sent before the server agreed to take it.
    var heldEarly: [(bytes: [UInt8], record: TLSRecordStream.Record)] = []
    /// Where a record's content stands while it is read.
    var lent: [UInt8] = []
    private var isSeen = false
    private var early: DirectionBytes
    private var openPacket: (bytes: Int, direction: StreamDirection)?

    init(_ opening: ConversationOpening) {
        self.opening = opening
        early = opening.early
        handshake = CaptureHandshake(
            stream: opening.stream,
            client: opening.client,
            server: opening.server,
            start: 0
        )
        opening.tap?.beginTLS()
    }

    var decryption: TLSDecryption { opening.context.decryption }

    var details: ConversationDetails {
        var details = inner?.details ?? ConversationDetails()
        details.serverName = details.serverName ?? handshake.offer?.serverName
        return details
    }

    func wanted(_ direction: StreamDirection) -> Int {
        // Asked for every packet: no side is copied.
        switch direction {
        case .up: client.isBlind ? client.records.nextHeader : 0
        case .down: server.isBlind ? server.records.nextHeader : 0
        }
    }

    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        noteStart(piece.arrival.stamp)
        change(direction) {
            // Where nothing can be opened, records' contents were left out.
            let leftOut = piece.offset - $0.records.received
            if leftOut > 0 { $0.records.skip(leftOut, piece.before) }
            $0.records.receive(bytes, piece.arrived)
        }
        readRecords(direction, &findings)
    }

    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        noteStart(piece.arrival.stamp)
        change(direction) {
            $0.records.skip(piece.end - $0.records.received, piece.arrived)
            if !didArrive { $0.isMissing = true }
        }
        readRecords(direction, &findings)
    }

    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard let inner else { return }
        let end = side(direction).plainEnd
        inner.finish(plain(end..<end, piece.arrived), isCut: isCut, direction, &findings)
    }

    func conclude() {
        inner?.conclude()
        guard isSeen, handshake.offer != nil || handshake.version != nil || handshake.closedRecords > 0
        else {
            return
        }
        if handshake.earlyData == .offered, handshake.end != nil, handshake.openedRecords > 0 {
            handshake.earlyData = .rejected
        }
        opening.context.sessions.add(handshake)
        if inner == nil, !opening.isForeign {
            let name = offer?.serverName ?? opening.tunnel
            opening.context.sessions.add(pattern.estimates(opening, serverName: name))
        }
    }

    private func noteStart(_ stamp: Int64) {
        guard !isSeen else { return }
        isSeen = true
        handshake.start = stamp
    }
}

// MARK: - What packets weigh

extension ObservedTLSConnection {
    func countSeenAgain(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        inner?.countSeenAgain(count, at: side(direction).places.plain(at: offset), direction)
    }

    func weighQuiet(_ bytes: DirectionBytes) {
        if let inner { return inner.weighQuiet(bytes) }
        early.up += bytes.up
        early.down += bytes.down
    }

    func beginPacket(_ bytes: Int, _ direction: StreamDirection) {
        openPacket = (bytes, direction)
        inner?.beginPacket(bytes, direction)
    }

    func endPacket() {
        if let inner {
            inner.endPacket()
        } else if let openPacket {
            early[openPacket.direction] += openPacket.bytes
        }
        openPacket = nil
    }

    /// Begins to read what was opened, if these first bytes tell how.
    func begin(with bytes: RawSpan, _ direction: StreamDirection) {
        let kind: ConversationKind =
            switch handshake.applicationProtocol {
            case "h2": .http2
            case "http/1.1", "http/1.0": .http1Request
            default: ConversationKind(bytes, direction, isStart: true)
            }
        var opening = opening
        opening.early = early
        opening.isEncrypted = true
        // What is opened within is part of what is opened here.
        opening.tap = nil
        inner = kind.conversation(opening)
        if let openPacket { inner?.beginPacket(openPacket.bytes, openPacket.direction) }
    }
}

// MARK: - Sides

extension ObservedTLSConnection {
    func side(_ direction: StreamDirection) -> TLSSide { direction == .up ? client : server }

    func change<Value>(_ direction: StreamDirection, _ body: (inout TLSSide) -> Value) -> Value {
        direction == .up ? body(&client) : body(&server)
    }

    /// Where plain bytes stand, all of which came with one packet.
    func plain(_ range: Range<Int>, _ arrival: Arrival) -> StreamPiece {
        StreamPiece(offset: range.lowerBound, length: range.count, arrival: arrival, before: arrival)
    }
}
