import Wire

/// DNS over TCP: consecutive messages, each after its length.
final class ObservedDNSConnection: ObservedConversation {
    private struct Side {
        /// Bytes of a message so far; at most the longest message's.
        var bytes: [UInt8] = []
        /// Message boundaries are lost.
        var isOver = false
    }

    private static let lengthBytes = 2

    private let opening: ConversationOpening
    private var sides = (up: Side(), down: Side())
    private var hasNoted = false

    init(_ opening: ConversationOpening) {
        self.opening = opening
    }

    let details = ConversationDetails()
    let exchangeCount = 0
    let ended: [CaptureExchange] = []
    let endedCount = 0
    var heldBytes: Int { sides.up.bytes.count + sides.down.bytes.count }

    func giveUpExchanges() -> [CaptureExchange] { [] }
    func takeExchanges(keeping kept: Int?) -> [CaptureExchange] { [] }

    func wanted(_ direction: StreamDirection) -> Int {
        (direction == .up ? sides.up : sides.down).isOver ? .max : 0
    }

    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        var side = direction == .up ? sides.up : sides.down
        guard !side.isOver else { return }
        // Keep one owner, so that the buffer grows in place.
        if direction == .up { sides.up.bytes = [] } else { sides.down.bytes = [] }
        side.bytes.append(copying: bytes)
        var used = 0
        while let message = Self.message(side.bytes, at: used) {
            if !take(side.bytes.span.bytes.extracting(message), piece.arrived, direction) {
                side.isOver = true
                note(piece, &findings)
                break
            }
            used = message.upperBound
        }
        if side.isOver { side.bytes = [] } else { side.bytes.removeFirst(used) }
        if direction == .up { sides.up = side } else { sides.down = side }
    }

    /// Range of the next whole message.
    private static func message(_ bytes: [UInt8], at start: Int) -> Range<Int>? {
        guard let length = bytes.span.bytes.bigEndian16(at: start) else { return nil }
        let message = start + lengthBytes..<start + lengthBytes + Int(length)
        return message.upperBound <= bytes.count ? message : nil
    }

    private func take(_ message: RawSpan, _ arrival: Arrival, _ direction: StreamDirection) -> Bool {
        let isUp = direction == .up
        return opening.context.lookups.receive(
            message,
            from: isUp ? opening.client : opening.server,
            to: isUp ? opening.server : opening.client,
            isCut: false,
            arrival
        )
    }

    private func note(_ piece: StreamPiece, _ findings: inout CaptureFindings) {
        guard !hasNoted else { return }
        hasNoted = true
        findings.add(
            CaptureFinding(
                packet: piece.arrival.packet,
                stream: opening.stream,
                .notOnlyDNS(overTCP: true)
            )
        )
    }

    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        if direction == .up { sides.up = Side(isOver: true) } else { sides.down = Side(isOver: true) }
    }

    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {}

    func conclude() {}

    // There are no exchanges to count packets for.

    func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? { nil }
    func weighQuiet(_ bytes: DirectionBytes) {}
    func beginPacket(_ bytes: Int, _ direction: StreamDirection) {}
    func endPacket() {}
}
