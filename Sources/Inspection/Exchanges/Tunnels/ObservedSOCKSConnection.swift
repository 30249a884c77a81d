import Wire

/// A client's request to a proxy by SOCKS, versions 4 and 5, and the connection that the proxy then carries.
final class ObservedSOCKSConnection: CarrierConversation {
    /// Each side sends fewer bytes before the tunnel begins.
    private static let longestOpening = 2048

    private struct Side {
        /// Unused bytes, and their stream offset.
        var bytes: [UInt8] = []
        var start = 0
    }

    private let opening: ConversationOpening
    private var sides = (up: Side(), down: Side())
    private var dialogue = SOCKSDialogue()
    private(set) var inner: (any ObservedConversation)?
    /// It is not SOCKS, or the proxy refused.
    private var isOver = false

    init(_ opening: ConversationOpening) {
        self.opening = opening
    }

    func wanted(_ direction: StreamDirection) -> Int {
        isOver ? .max : inner?.wanted(direction) ?? 0
    }

    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        if let inner { return inner.receive(bytes, piece, direction, &findings) }
        guard !isOver else { return }
        append(bytes, at: piece.offset, direction)
        step(piece, &findings)
    }

    private func append(_ bytes: RawSpan, at offset: Int, _ direction: StreamDirection) {
        if direction == .up {
            Self.append(bytes, at: offset, &sides.up)
        } else {
            Self.append(bytes, at: offset, &sides.down)
        }
    }

    private static func append(_ bytes: RawSpan, at offset: Int, _ side: inout Side) {
        // Other bytes may precede the first.
        if side.bytes.isEmpty { side.start = offset }
        side.bytes.append(copying: bytes)
    }

    /// Reads as far as the bytes allow.
    private func step(_ piece: StreamPiece, _ findings: inout CaptureFindings) {
        while true {
            let isUp = dialogue.isClientsTurn
            let bytes = isUp ? sides.up.bytes : sides.down.bytes
            switch dialogue.take(bytes.span.bytes) {
            case .needsMore:
                isOver = bytes.count > Self.longestOpening
                return
            case .proceed(let used):
                if isUp { Self.use(used, &sides.up) } else { Self.use(used, &sides.down) }
            case .isOpen(let used, let target):
                Self.use(used, &sides.down)
                return begin(to: target, piece, &findings)
            case .isOver:
                isOver = true
                return
            }
        }
    }

    private static func use(_ count: Int, _ side: inout Side) {
        side.bytes.removeFirst(count)
        side.start += count
    }

    private func begin(to target: String, _ piece: StreamPiece, _ findings: inout CaptureFindings) {
        let tunnel = ObservedTunnel(opening, to: target, up: sides.up.start, down: sides.down.start)
        inner = tunnel
        for (side, direction) in [(sides.up, StreamDirection.up), (sides.down, .down)]
        where !side.bytes.isEmpty {
            let rest = StreamPiece(
                offset: side.start,
                length: side.bytes.count,
                arrival: piece.arrival,
                before: piece.before
            )
            tunnel.receive(side.bytes.span.bytes, rest, direction, &findings)
        }
        sides = (Side(), Side())
    }

    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard let inner else {
            isOver = true
            return
        }
        inner.miss(piece, didArrive: didArrive, direction, &findings)
    }

    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        inner?.finish(piece, isCut: isCut, direction, &findings)
    }

    func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        inner?.countRepeated(count, at: offset, direction)
    }
}
