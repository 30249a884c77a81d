import Wire

/// The stream that follows another protocol's opening on its connection: through a proxy, or because both
/// ends agreed to it. Its first bytes show its protocol, as for a connection; a conversation reads it, whose
/// streams begin where the tunnel does.
final class ObservedTunnel: CarrierConversation {
    /// Deepest nesting of tunnels that is read.
    private static let mostNested = 4
    /// Most bytes needed to recognise the inner protocol.
    private static let mostHeld = 24

    private struct Held {
        let bytes: [UInt8]
        let piece: StreamPiece
        let direction: StreamDirection
    }

    /// The opening of the outer connection; its tunnel is this one.
    private let opening: ConversationOpening
    /// Offset of the tunnel's first byte in each of the connection's streams.
    private let base: DirectionBytes
    /// IP bytes since it began.
    private(set) var weight = DirectionBytes()
    private(set) var inner: (any ObservedConversation)?
    private var held: [Held] = []
    /// Its protocol is unknown, or it is nested too deep.
    private var isOver: Bool

    /// `target` is the destination of a proxy's tunnel, nil without a proxy. `isForeign` if the protocol around it is not HTTP.
    init(
        _ outer: ConversationOpening,
        to target: String?,
        up: Int,
        down: Int,
        isForeign: Bool = false
    ) {
        var opening = outer
        opening.tunnel = target ?? outer.tunnel
        opening.nesting += 1
        opening.handshake = nil
        opening.isForeign = isForeign
        self.opening = opening
        base = DirectionBytes(up: up, down: down)
        isOver = opening.nesting > Self.mostNested
    }

    var details: ConversationDetails {
        var details = inner?.details ?? ConversationDetails()
        details.tunnel = opening.tunnel
        return details
    }

    /// HTTP/2 continues a request made in HTTP/1. `early` are the bytes before it that belong to no exchange.
    func begin(upgrading exchange: CaptureExchange, early: DirectionBytes) {
        var opening = opening
        opening.early = early
        inner = ObservedHTTP2Connection(opening, upgrading: exchange)
    }

    func wanted(_ direction: StreamDirection) -> Int {
        if isOver { return .max }
        let wanted = inner?.wanted(direction) ?? 0
        return wanted > .max - base[direction] ? .max : wanted + base[direction]
    }

    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        let piece = shifted(piece, direction)
        if let inner { return inner.receive(bytes, piece, direction, &findings) }
        guard !isOver, bytes.byteCount > 0 else { return }
        held.append(Held(bytes: bytes.withUnsafeBytes { Array($0) }, piece: piece, direction: direction))
        let start = held.filter { $0.direction == direction }.flatMap { $0.bytes.prefix(Self.mostHeld) }
        let kind = ConversationKind(start.span.bytes, direction, isStart: true)
        if kind == .undecided, start.count < Self.mostHeld { return }
        var opening = opening
        opening.early = weight
        inner = kind.conversation(opening)
        isOver = inner == nil
        for early in held { inner?.receive(early.bytes.span.bytes, early.piece, early.direction, &findings) }
        held = []
    }

    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard let inner else {
            isOver = true
            held = []
            return
        }
        inner.miss(shifted(piece, direction), didArrive: didArrive, direction, &findings)
    }

    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        inner?.finish(shifted(piece, direction), isCut: isCut, direction, &findings)
    }

    // MARK: What packets weigh

    /// False if the byte precedes the tunnel's first.
    func hasByte(at offset: Int, _ direction: StreamDirection) -> Bool { offset >= base[direction] }

    /// Counts repeated bytes of the tunnel.
    func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        guard hasByte(at: offset, direction) else { return nil }
        return inner?.countRepeated(count, at: offset - base[direction], direction)
    }

    func weighQuiet(_ bytes: DirectionBytes) {
        weight.up += bytes.up
        weight.down += bytes.down
        inner?.weighQuiet(bytes)
    }

    /// A packet during which the tunnel's owner turns out counts as one before.
    func beginPacket(_ bytes: Int, _ direction: StreamDirection) {
        weight[direction] += bytes
        inner?.beginPacket(bytes, direction)
    }

    private func shifted(_ piece: StreamPiece, _ direction: StreamDirection) -> StreamPiece {
        var piece = piece
        piece.offset = max(0, piece.offset - base[direction])
        return piece
    }
}
