import Wire

/// One TCP connection while its packets come: who is who, both directions in order, and the HTTP in them.
final class TCPConversation {
    /// One end and what it sends.
    struct Side {
        let endpoint: Endpoint
        var counters = CaptureFlow.Side()
        var stream = StreamReassembler()
        /// Sequence number of the stream's first byte, as its sender's first segment has it.
        var base: UInt32?
        var hasFinished = false
    }

    let stream: Int
    var first: Side
    var second: Side
    /// True where the sender of the first packet is the client; nil until that is known.
    var isFirstClient: Bool?
    var http: HTTPConversation?
    var handshake: Handshake?
    var resets = 0
    let firstStamp: Int64
    var lastStamp: Int64
    var lastPacket = 0
    /// IP bytes of each side before the first exchange.
    var early = (first: 0, second: 0)
    var isEarly = true

    init(stream: Int, source: Endpoint, destination: Endpoint, stamp: Int64) {
        self.stream = stream
        first = Side(endpoint: source)
        second = Side(endpoint: destination)
        firstStamp = stamp
        lastStamp = stamp
    }

    /// True where this SYN cannot belong here: the ports are used anew.
    func isReused(by segment: TCPSegment) -> Bool {
        guard segment.header.flags.isDisjoint(with: .ack), segment.header.flags.contains(.syn) else {
            return false
        }
        let isFirst = segment.source == first.endpoint
        guard let base = isFirst ? first.base : second.base else { return false }
        return base != segment.header.sequence &+ 1 || hasEnded
    }

    private var hasEnded: Bool { resets > 0 || first.stream.end != nil || second.stream.end != nil }

    func receive(
        _ segment: TCPSegment,
        _ captured: RawSpan,
        _ packet: CapturedPacket,
        _ findings: inout CaptureFindings
    ) {
        let isFirst = segment.source == first.endpoint
        lastStamp = packet.stamp
        lastPacket = packet.number
        change(isFirst) {
            $0.counters.packets += 1
            $0.counters.wireBytes += segment.packetBytes
        }
        followHandshake(segment, isFirst, packet.stamp)
        begin(segment, isFirst)
        let moment = http?.moment
        if segment.payloadLength > 0 { place(segment, captured, packet, isFirst, &findings) }
        if segment.header.flags.contains(.fin) {
            let sequence = segment.header.sequence &+ UInt32(truncatingIfNeeded: segment.payloadLength)
            change(isFirst) { $0.stream.finish(at: sequence) }
        }
        if segment.header.flags.contains(.rst) { resets += 1 }
        finishWhereEnded(isFirst, isCut: false, &findings)
        weigh(segment.packetBytes, isFirst, since: moment)
    }

    /// The capture has ended.
    func finish(_ findings: inout CaptureFindings) {
        for isFirst in [true, false] {
            while side(isFirst).stream.hasWaiting { giveUpHole(isFirst, &findings) }
            if !side(isFirst).stream.isAtEnd { giveUpHole(isFirst, &findings) }
            finishWhereEnded(isFirst, isCut: true, &findings)
        }
        http?.dropUnfinished()
    }

    /// To be asked once the capture has ended.
    var exchanges: [CaptureExchange] { http?.exchanges ?? [] }

    /// To be asked once the capture has ended.
    var summary: CaptureFlow {
        let isClient = isFirstClient ?? (first.endpoint.port >= second.endpoint.port)
        let (client, server) = isClient ? (first, second) : (second, first)
        var flow = CaptureFlow(
            stream: stream,
            client: client.endpoint,
            server: server.endpoint,
            isClientGuessed: isFirstClient == nil,
            firstStamp: firstStamp,
            lastStamp: lastStamp
        )
        flow.up = client.counters
        flow.down = server.counters
        flow.handshake = handshake
        flow.resets = resets
        flow.exchanges = exchanges.count
        switch (first.stream.end != nil, second.stream.end != nil) {
        case (true, true): flow.ending = .closed
        case _ where resets > 0: flow.ending = .reset
        case (false, false): flow.ending = .open
        default: flow.ending = .halfClosed
        }
        return flow
    }
}

// MARK: - Opening

extension TCPConversation {
    private func followHandshake(_ segment: TCPSegment, _ isFirst: Bool, _ stamp: Int64) {
        let flags = segment.header.flags
        switch (flags.contains(.syn), flags.contains(.ack)) {
        case (true, false):
            if isFirstClient == nil { isFirstClient = isFirst }
            if handshake == nil { handshake = Handshake(syn: stamp) }
        case (true, true):
            if isFirstClient == nil { isFirstClient = !isFirst }
            if handshake != nil, handshake?.synAck == nil { handshake?.synAck = stamp }
        case (false, true):
            if handshake?.synAck != nil, handshake?.ack == nil, isFirst == isFirstClient,
                flags.isDisjoint(with: .rst)
            {
                handshake?.ack = stamp
            }
        case (false, false): break
        }
    }

    /// Finds where each direction's stream begins: behind its SYN, or where the capture first tells.
    private func begin(_ segment: TCPSegment, _ isFirst: Bool) {
        let header = segment.header
        guard header.flags.isDisjoint(with: .rst) else { return }
        let isSyn = header.flags.contains(.syn)
        let start = isSyn ? header.sequence &+ 1 : header.sequence
        // An empty segment may be a keep-alive, which stands one byte before the next: it does not tell.
        let tells = isSyn || segment.payloadLength > 0 || header.flags.contains(.fin)
        change(isFirst) {
            if $0.base == nil { $0.base = start }
            if tells { $0.stream.begin(at: start) }
        }
        if header.flags.contains(.ack) { change(!isFirst) { $0.stream.begin(at: header.acknowledgement) } }
    }
}

// MARK: - Sides

extension TCPConversation {
    func side(_ isFirst: Bool) -> Side { isFirst ? first : second }

    func change<Value>(_ isFirst: Bool, _ body: (inout Side) -> Value) -> Value {
        isFirst ? body(&first) : body(&second)
    }
}
