import TLS
import Wire

/// The decrypted application data of one TLS connection, and the conversation that reads it.
struct TLSPlaintext {
    /// Most early data held until the server accepts it. Servers take no more.
    private static let mostHeld = 1 << 16

    private struct Side {
        /// Bytes of the plain stream so far.
        var end = 0
        var places = PlainPlaces()
    }

    private let opening: ConversationOpening
    private(set) var inner: (any ObservedConversation)?
    private var (up, down) = (Side(), Side())
    /// IP bytes before `inner`.
    private var early: DirectionBytes
    private var openPacket: (bytes: Int, direction: StreamDirection)?
    private var heldEarly: [(bytes: [UInt8], record: TLSRecordStream.Record)] = []

    init(_ opening: ConversationOpening) {
        self.opening = opening
        early = opening.early
        opening.feed?.beginTLS()
    }

    private subscript(direction: StreamDirection) -> Side {
        get { direction == .up ? up : down }
        _modify { if direction == .up { yield &up } else { yield &down } }
    }

    // MARK: Early data

    /// Holds data that the client sent before the server agreed to take it.
    mutating func hold(_ content: RawSpan, _ record: TLSRecordStream.Record) {
        guard heldEarly.reduce(0, { $0 + $1.bytes.count }) < Self.mostHeld else { return }
        heldEarly.append((content.withUnsafeBytes { Array($0) }, record))
    }

    mutating func acceptEarly(_ applicationProtocol: String?, _ findings: inout CaptureFindings) {
        let held = heldEarly
        heldEarly = []
        for (bytes, record) in held { deliver(bytes.span.bytes, record, .up, applicationProtocol, &findings) }
    }

    mutating func rejectEarly() { heldEarly = [] }

    // MARK: Bytes

    /// Takes the content of a record. A byte from the server counts as arrived when its record is whole,
    /// because nobody can read it before; one from the client as sent with its record's first packet.
    mutating func deliver(
        _ content: RawSpan,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ applicationProtocol: String?,
        _ findings: inout CaptureFindings
    ) {
        guard content.byteCount > 0 else { return }
        if inner == nil { begin(with: content, direction, applicationProtocol) }
        let start = self[direction].end
        let end = start + content.byteCount
        self[direction].end = end
        self[direction].places.add(cipher: record.end, plain: end)
        opening.feed?.open(content, isFromClient: direction == .up)
        guard let inner, end >= inner.wanted(direction) else { return }
        var piece = Self.piece(start..<end, direction == .up ? record.first : record.last)
        piece.began = record.first
        inner.receive(content, piece, direction, &findings)
    }

    /// Begins to read if these first bytes show their protocol.
    private mutating func begin(
        with bytes: RawSpan,
        _ direction: StreamDirection,
        _ applicationProtocol: String?
    ) {
        let kind: ConversationKind =
            switch applicationProtocol {
            case "h2": .http2
            case "http/1.1", "http/1.0": .http1Request
            default: ConversationKind(bytes, direction, isStart: true)
            }
        var opening = opening
        opening.early = early
        opening.isEncrypted = true
        // Data decrypted by the inner conversation is part of the data decrypted here.
        opening.feed = nil
        inner = kind.conversation(opening)
        if let openPacket { inner?.beginPacket(openPacket.bytes, openPacket.direction) }
    }

    /// Application data of this length was lost with its records.
    mutating func lose(
        _ count: Int,
        _ arrival: Arrival,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard count > 0 else { return }
        let start = self[direction].end
        self[direction].end = start + count
        opening.feed?.openHole(count, isFromClient: direction == .up)
        let piece = Self.piece(start..<start + count, arrival)
        inner?.miss(piece, didArrive: didArrive, direction, &findings)
    }

    func finish(
        _ arrival: Arrival,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        let end = self[direction].end
        inner?.finish(Self.piece(end..<end, arrival), isCut: isCut, direction, &findings)
    }

    /// Plain bytes that came with one packet.
    private static func piece(_ range: Range<Int>, _ arrival: Arrival) -> StreamPiece {
        StreamPiece(offset: range.lowerBound, length: range.count, arrival: arrival, before: arrival)
    }

    // MARK: Packets

    /// `offset` counts the encrypted stream.
    func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        inner?.countRepeated(count, at: self[direction].places.plain(at: offset), direction)
    }

    mutating func weighQuiet(_ bytes: DirectionBytes) {
        if let inner { return inner.weighQuiet(bytes) }
        early.up += bytes.up
        early.down += bytes.down
    }

    mutating func beginPacket(_ bytes: Int, _ direction: StreamDirection) {
        openPacket = (bytes, direction)
        inner?.beginPacket(bytes, direction)
    }

    mutating func endPacket() {
        if let inner {
            inner.endPacket()
        } else if let openPacket {
            early[openPacket.direction] += openPacket.bytes
        }
        openPacket = nil
    }
}
