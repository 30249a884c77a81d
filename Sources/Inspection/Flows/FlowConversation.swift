import Wire

/// The application protocol of one TCP connection: it is recognised by the first bytes, then read by a conversation.
struct FlowConversation {
    /// Most bytes needed to recognise a stream.
    private static let mostHeld = 24

    private struct HeldPiece {
        var bytes: [UInt8]
        var piece: StreamPiece
    }

    private let stream: Int
    private let context: CaptureContext
    private var conversation: (any ObservedConversation)?
    /// Takes all bytes; nil if nobody follows the connection.
    private var feed: FollowerFeed?
    private(set) var content = CaptureFlow.Content.unknown
    /// IP bytes of each end since the conversation last had something to read, or since the start without a
    /// conversation.
    private var unread = (first: 0, second: 0)
    /// True while the current packet has content for the conversation.
    private var isReading = false
    /// First bytes of each stream, too few to recognise it.
    private var held: (first: [HeldPiece], second: [HeldPiece]) = ([], [])
    /// Orders of the exchanges that were reported when they ended.
    private var reported: Set<Int> = []
    /// Bytes of memory that were charged to the inspector's budget.
    private(set) var charged = 0

    init(stream: Int, _ context: CaptureContext, _ feed: FollowerFeed?) {
        self.stream = stream
        self.context = context
        self.feed = feed
    }

    var exists: Bool { conversation != nil }
    var isFollowed: Bool { feed != nil }
    var exchangeCount: Int { conversation?.exchangeCount ?? 0 }
    var endedCount: Int { conversation?.endedCount ?? 0 }
    var details: ConversationDetails { conversation?.details ?? ConversationDetails() }
    /// nil without TLS.
    var session: ObservedSession? { conversation?.session }

    /// See `StreamReader`; nil before the protocol is recognised.
    func wanted(_ direction: StreamDirection) -> Int? { conversation?.wanted(direction) }

    // MARK: Bytes

    /// Takes the next bytes of a stream. `other` is the position of the opposite stream.
    mutating func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ packet: PacketSource,
        _ opening: inout TCPOpening,
        other: Int,
        _ findings: inout CaptureFindings
    ) {
        guard conversation != nil || recognise(bytes, piece, packet, &opening, other: other, &findings) else {
            return
        }
        beginPacket(packet, opening)
        let direction = opening.direction(packet.isFirst)
        if bytes.byteCount > 0 {
            var part = piece
            part.length = bytes.byteCount
            conversation?.receive(bytes, part, direction, &findings)
        }
        if piece.length > bytes.byteCount {
            let rest = piece.from(piece.offset + bytes.byteCount)
            conversation?.miss(rest, didArrive: true, direction, &findings)
        }
    }

    /// Hands bytes to the follower. The conversation comes first, since it may find that they are encrypted.
    @inline(__always)
    func carry(_ bytes: RawSpan, length: Int, isFromClient: Bool) {
        feed?.carry(bytes, length: length, isFromClient: isFromClient)
    }

    /// Gives up a hole.
    mutating func miss(
        _ piece: StreamPiece,
        _ packet: PacketSource,
        _ opening: TCPOpening,
        _ findings: inout CaptureFindings
    ) {
        beginPacket(packet, opening)
        let isFirst = packet.isFirst
        conversation?.miss(piece, didArrive: false, opening.direction(isFirst), &findings)
        feed?.carryHole(piece.length, isFromClient: isFirst == opening.isFirstLikelyClient)
    }

    /// Ends one stream.
    mutating func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ packet: PacketSource,
        _ opening: TCPOpening,
        _ findings: inout CaptureFindings
    ) {
        beginPacket(packet, opening)
        conversation?.finish(piece, isCut: isCut, opening.direction(packet.isFirst), &findings)
    }

    /// Ends the conversation: nothing more comes.
    mutating func conclude(_ opening: TCPOpening) {
        if isReading { conversation?.endPacket() }
        isReading = false
        attributeUnread(opening)
        conversation?.conclude()
        feed?.finish()
    }

    /// Releases its memory.
    mutating func empty() {
        reported = []
        charged = 0
        conversation = nil
        feed = nil
    }

    // MARK: Exchanges

    /// Takes exchanges out of the conversation, as described in `ExchangeSource`.
    func takeExchanges(keeping kept: Int?) -> [CaptureExchange] {
        conversation?.takeExchanges(keeping: kept) ?? []
    }

    /// As described in `ExchangeSource`.
    func giveUpExchanges() -> [CaptureExchange] { conversation?.giveUpExchanges() ?? [] }

    /// Counts again what it holds; returns by how many bytes that has changed.
    mutating func recharge() -> Int {
        let before = charged
        charged = conversation?.heldBytes ?? 0
        return charged - before
    }

    /// Exchanges that have ended since the last call and have not been taken.
    mutating func reportEnded() -> [CaptureExchange] {
        (conversation?.ended ?? []).filter { $0.status != nil && reported.insert($0.order).inserted }
    }

    /// The taken exchanges that were never reported.
    mutating func reportTaken(_ exchanges: [CaptureExchange]) -> [CaptureExchange] {
        exchanges.filter { $0.status != nil && reported.remove($0.order) == nil }
    }

    // MARK: Packets

    func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        conversation?.countRepeated(count, at: offset, direction)
    }

    /// Ends the packet. Returns true if it had content for the conversation.
    @inline(__always)
    mutating func endPacket(_ packet: PacketSource) -> Bool {
        guard !isReading else {
            conversation?.endPacket()
            isReading = false
            return true
        }
        if packet.isFirst { unread.first += packet.bytes } else { unread.second += packet.bytes }
        return false
    }

    private mutating func beginPacket(_ packet: PacketSource, _ opening: TCPOpening) {
        guard !isReading else { return }
        isReading = true
        attributeUnread(opening)
        conversation?.beginPacket(packet.bytes, opening.direction(packet.isFirst))
    }

    private mutating func attributeUnread(_ opening: TCPOpening) {
        guard let conversation else { return }
        conversation.weighQuiet(takeUnread(opening))
    }

    private mutating func takeUnread(_ opening: TCPOpening) -> DirectionBytes {
        defer { unread = (0, 0) }
        return opening.isFirstClient ?? true
            ? DirectionBytes(up: unread.first, down: unread.second)
            : DirectionBytes(up: unread.second, down: unread.first)
    }
}

// MARK: - Recognition

extension FlowConversation {
    /// Begins a conversation if the stream's first bytes show its protocol; they also distinguish client from
    /// server without a SYN. Returns true if the conversation is to receive these bytes; bytes held before
    /// them have been handed over.
    private mutating func recognise(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ packet: PacketSource,
        _ opening: inout TCPOpening,
        other: Int,
        _ findings: inout CaptureFindings
    ) -> Bool {
        let early = packet.isFirst ? held.first : held.second
        var start: [UInt8] = early.flatMap(\.bytes)
        if !start.isEmpty { start.append(copying: bytes.extracting(0..<min(bytes.byteCount, Self.mostHeld))) }
        let offset = early.first?.piece.offset ?? piece.offset
        let kind =
            start.isEmpty
            ? Self.kind(of: bytes, packet.isFirst, at: piece.offset, opening)
            : Self.kind(of: start.span.bytes, packet.isFirst, at: offset, opening)
        switch kind {
        case .undecided where start.count < Self.mostHeld:
            if bytes.byteCount > 0 { hold(bytes, piece, packet.isFirst) }
            return false
        case .other, .undecided:
            guard !early.isEmpty else { return false }
            letGo(packet.isFirst)
            // The new bytes alone may be a beginning.
            return recognise(bytes, piece, packet, &opening, other: other, &findings)
        default: opening.learn(kind, bytes, from: packet.isFirst)
        }
        guard begin(kind, packet, at: offset, opening, other: other) else { return false }
        letGo(packet.isFirst)
        for held in early {
            beginPacket(packet, opening)
            conversation?.receive(
                held.bytes.span.bytes,
                held.piece,
                opening.direction(packet.isFirst),
                &findings
            )
        }
        return true
    }

    private static func kind(of bytes: RawSpan, _ isFirst: Bool, at offset: Int, _ opening: TCPOpening)
        -> ConversationKind
    {
        let direction = opening.isFirstClient.map { $0 == isFirst ? StreamDirection.up : .down }
        let kind = ConversationKind(bytes, direction, isStart: offset == 0)
        guard kind == .other, offset == 0 else { return kind }
        return [opening.first.port, opening.second.port].contains(DNSLookups.port) ? .dns : .other
    }

    private mutating func hold(_ bytes: RawSpan, _ piece: StreamPiece, _ isFirst: Bool) {
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        let piece = HeldPiece(bytes: copy, piece: piece)
        if isFirst { held.first.append(piece) } else { held.second.append(piece) }
    }

    private mutating func letGo(_ isFirst: Bool) {
        if isFirst { held.first = [] } else { held.second = [] }
    }

    /// Begins a conversation whose first byte is at `offset`; returns false if no reader exists for that
    /// kind.
    private mutating func begin(
        _ kind: ConversationKind,
        _ packet: PacketSource,
        at offset: Int,
        _ opening: TCPOpening,
        other: Int
    ) -> Bool {
        if kind == .tls { content = .tls }
        guard let isFirstClient = opening.isFirstClient else { return false }
        let before = unread
        let known = ConversationOpening(
            stream: stream,
            client: opening.endpoint(isFirstClient),
            server: opening.endpoint(!isFirstClient),
            handshake: opening.handshake,
            early: takeUnread(opening),
            context: context,
            feed: feed
        )
        // Both ends spoke an unknown protocol until they switched to TLS, as with STARTTLS.
        conversation =
            kind == .tls && offset > 0
            ? ObservedTunnel(known, to: nil, up: offset, down: other, isForeign: true)
            : kind.conversation(known)
        guard conversation != nil else {
            unread = before
            return false
        }
        content =
            switch kind {
            case .http2: .http2
            case .tls: .tls
            case .socks: .socks
            case .dns: .dns
            default: .http1
            }
        return true
    }
}
