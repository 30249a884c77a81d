import Wire

extension TCPFlow {
    /// The most bytes that may be needed to tell what a stream is.
    private static let mostHeld = 24

    /// Begins to read where these bytes tell what they are; they also tell client from server where no SYN has. True
    /// where the conversation is to have them, what was held before them being handed over already.
    mutating func recognise(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ isFirst: Bool,
        _ packetBytes: Int,
        _ desk: inout InspectionDesk
    ) -> Bool {
        let held = side(isFirst).held
        var start: [UInt8] = held.flatMap(\.bytes)
        if !start.isEmpty { start.append(copying: bytes.extracting(0..<min(bytes.byteCount, Self.mostHeld))) }
        let kind =
            start.isEmpty
            ? kind(of: bytes, isFirst, at: piece.offset)
            : kind(of: start.span.bytes, isFirst, at: held[0].piece.offset)
        switch kind {
        case .undecided where start.count < Self.mostHeld:
            guard bytes.byteCount > 0 else { return false }
            var copy: [UInt8] = []
            copy.append(copying: bytes)
            hold(FlowSide.HeldPiece(bytes: copy, piece: piece), isFirst)
            return false
        case .other, .undecided:
            letGo(isFirst)
            // The new bytes alone may be a beginning.
            return held.isEmpty ? false : recognise(bytes, piece, isFirst, packetBytes, &desk)
        // Who greets is the client, also where the proxy has connected to it.
        case .socks: isFirstClient = isFirst
        case .http1Request, .http2: if isFirstClient == nil { isFirstClient = isFirst }
        case .http1Response: if isFirstClient == nil { isFirstClient = !isFirst }
        case .dns: if isFirstClient == nil { isFirstClient = first.endpoint.port != NameDesk.port }
        case .tls: if isFirstClient == nil { tellClient(bytes, isFirst) }
        }
        let place = (isFirst: isFirst, offset: held.first?.piece.offset ?? piece.offset)
        guard begin(kind, place, desk) else { return false }
        letGo(isFirst)
        for early in held {
            read(isFirst, packetBytes)
            conversation?.receive(
                early.bytes.span.bytes,
                early.piece,
                direction(isFirst),
                &desk.findings
            )
        }
        return true
    }

    /// By who greets; in the midst of TLS nothing but the ports tells.
    private mutating func tellClient(_ bytes: RawSpan, _ isFirst: Bool) {
        if ConversationKind.isClientHello(bytes) {
            isFirstClient = isFirst
        } else if ConversationKind.isServerHello(bytes) {
            isFirstClient = !isFirst
        } else {
            isFirstClient = isFirstLikelyClient
            isClientGuessed = true
        }
    }

    private func kind(of bytes: RawSpan, _ isFirst: Bool, at offset: Int) -> ConversationKind {
        let kind = ConversationKind(
            bytes,
            isFirstClient.map { $0 == isFirst ? .up : .down },
            isStart: offset == 0
        )
        guard kind == .other, offset == 0 else { return kind }
        return [first.endpoint.port, second.endpoint.port].contains(NameDesk.port) ? .dns : .other
    }

    private mutating func hold(_ piece: FlowSide.HeldPiece, _ isFirst: Bool) {
        if isFirst { first.held.append(piece) } else { second.held.append(piece) }
    }

    private mutating func letGo(_ isFirst: Bool) {
        guard !side(isFirst).held.isEmpty else { return }
        if isFirst { first.held = [] } else { second.held = [] }
    }

    /// Begins a conversation of that kind; false where nobody can read it.
    private mutating func begin(
        _ kind: ConversationKind,
        _ place: (isFirst: Bool, offset: Int),
        _ desk: InspectionDesk
    ) -> Bool {
        if kind == .tls { content = .tls }
        guard let isFirstClient else { return false }
        let opening = ConversationOpening(
            stream: stream,
            client: isFirstClient ? first.endpoint : second.endpoint,
            server: isFirstClient ? second.endpoint : first.endpoint,
            handshake: handshake,
            early: takeUnread(),
            options: desk.options,
            bodies: desk.bodies,
            workshop: desk.workshop,
            names: desk.names,
            tap: tap
        )
        guard let begun = conversation(kind, place, opening) else {
            unread =
                isFirstClient
                ? (opening.early.up, opening.early.down) : (opening.early.down, opening.early.up)
            return false
        }
        conversation = begun
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

    private func conversation(
        _ kind: ConversationKind,
        _ place: (isFirst: Bool, offset: Int),
        _ opening: ConversationOpening
    ) -> (any Conversation)? {
        guard kind == .tls, place.offset > 0 else { return kind.conversation(opening) }
        // What the two said until they agreed on encryption, as by STARTTLS, nobody here reads.
        return TunnelConversation(
            opening,
            to: nil,
            up: place.offset,
            down: side(!place.isFirst).stream.position,
            isForeign: true
        )
    }
}
