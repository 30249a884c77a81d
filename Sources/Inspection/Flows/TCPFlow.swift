import Wire

/// One TCP connection while its packets come: who is who, both directions in order, and whoever reads them.
struct TCPFlow {
    let stream: Int
    let key: FlowKey
    /// True where the first packet's source is the key's first endpoint.
    let isFirstForward: Bool
    var first: FlowSide
    var second: FlowSide
    /// True where the sender of the first packet is the client; nil until that is known.
    var isFirstClient: Bool?
    /// Only the ports told so.
    var isClientGuessed = false
    var conversation: (any Conversation)?
    /// Whoever wants to have all of it; nil where nobody does.
    var tap: StreamTap?
    var content = CaptureFlow.Content.unknown
    var handshake: Handshake?
    var resets = 0
    let firstStamp: Int64
    var lastStamp: Int64
    var lastPacket = 0
    private var longestIdle: Int64 = 0
    /// IP bytes of each side since its conversation last had something to read, or ever where it has none.
    var unread = (first: 0, second: 0)
    /// True while the packet at hand brings the conversation something.
    var isReading = false
    /// Places of the exchanges that have been told as ended.
    private var told: Set<Int> = []
    /// Both streams' beginnings are known.
    private var hasBegun = false

    init(stream: Int, key: FlowKey, isForward: Bool, _ packet: DissectedPacket, _ arrival: Arrival) {
        self.stream = stream
        self.key = key
        isFirstForward = isForward
        first = FlowSide(endpoint: packet.sourceEndpoint, arrival: arrival)
        second = FlowSide(endpoint: packet.destinationEndpoint, arrival: arrival)
        firstStamp = arrival.stamp
        lastStamp = arrival.stamp
    }

    /// True where this SYN cannot belong here: the ports are used anew.
    private func isReused(by packet: DissectedPacket, isFirst: Bool) -> Bool {
        guard packet.flags.syn, !packet.flags.ack else { return false }
        guard let base = isFirst ? first.base : second.base else { return false }
        return base != packet.sequence &+ 1 || hasEnded
    }

    var hasEnded: Bool { resets > 0 || first.stream.end != nil || second.stream.end != nil }

    /// Takes a packet, `isForward` where its source is the key's first endpoint. False where it cannot belong here: the
    /// ports are used anew.
    mutating func receive(
        _ packet: DissectedPacket,
        isForward: Bool,
        _ captured: RawSpan,
        _ arrival: Arrival,
        _ desk: inout InspectionDesk
    ) -> Bool {
        let isFirst = isForward == isFirstForward
        let isRoutine = packet.flags.isRoutine
        if !isRoutine, isReused(by: packet, isFirst: isFirst) { return false }
        let idle = arrival.stamp - lastStamp
        if idle > longestIdle { longestIdle = idle }
        lastStamp = arrival.stamp
        lastPacket = arrival.packet
        let segment = SegmentTiming(packet, captured, stamp: arrival.stamp)
        if !isRoutine || handshakeIsOpen { followHandshake(packet, isFirst, arrival.stamp) }
        if !hasBegun { begin(packet, isFirst) }
        if packet.flags.syn { readOptions(packet, captured, isFirst) }
        if isFirst {
            Self.track(segment, &first, &second, packet.packetBytes)
        } else {
            Self.track(segment, &second, &first, packet.packetBytes)
        }
        if packet.payloadLength > 0 { place(packet, segment, captured, arrival, isFirst, &desk) }
        if !isRoutine { end(packet, isFirst, &desk) }
        if isReading {
            conversation?.endPacket()
            isReading = false
            takeSettled(&desk)
        } else if isFirst {
            unread.first += packet.packetBytes
        } else {
            unread.second += packet.packetBytes
        }
        return true
    }

    @inline(__always)
    private static func track(
        _ segment: SegmentTiming,
        _ sender: inout FlowSide,
        _ other: inout FlowSide,
        _ packetBytes: Int
    ) {
        sender.counters.packets += 1
        sender.counters.wireBytes += packetBytes
        let isSameWindow = segment.window == sender.window
        sender.window = segment.window
        sender.sender.send(segment)
        other.sender.acknowledge(segment, isSameWindow: isSameWindow)
    }

    private mutating func end(
        _ packet: DissectedPacket,
        _ isFirst: Bool,
        _ desk: inout InspectionDesk
    ) {
        if packet.flags.fin {
            let sequence = packet.sequence &+ UInt32(truncatingIfNeeded: packet.payloadLength)
            if isFirst { first.stream.finish(at: sequence) } else { second.stream.finish(at: sequence) }
        }
        if packet.flags.rst { resets += 1 }
        finishWhereEnded(isFirst, isCut: false, packet.packetBytes, &desk)
    }

    /// No more packets come: the capture has ended, or the connection is given up.
    mutating func finish(_ desk: inout InspectionDesk) {
        for isFirst in [true, false] {
            while side(isFirst).stream.hasWaiting { giveUpHole(isFirst, 0, &desk) }
            if !side(isFirst).stream.isAtEnd { giveUpHole(isFirst, 0, &desk) }
            finishWhereEnded(isFirst, isCut: true, 0, &desk)
        }
        if isReading { conversation?.endPacket() }
        isReading = false
        tellUnread()
        conversation?.conclude()
        tap?.finish()
    }

    /// Hands over the exchanges of which no more is to be learnt, where there are many.
    private mutating func takeSettled(_ desk: inout InspectionDesk) {
        guard let conversation, conversation.endedCount > desk.mostEnded else { return }
        hand(conversation.takeExchanges(keeping: desk.keptEnded), &desk)
    }

    private mutating func hand(_ exchanges: [CaptureExchange], _ desk: inout InspectionDesk) {
        if desk.options.tellsEnded {
            desk.ended += exchanges.filter { $0.status != nil && told.remove($0.order) == nil }
        }
        desk.results.add(exchanges)
    }

    /// Hands over all that there is to tell, once it has finished.
    mutating func conclude(_ desk: inout InspectionDesk) {
        desk.results.add(summary)
        hand(conversation?.takeExchanges(keeping: nil) ?? [], &desk)
    }

    /// Exchanges that are over and were not told before.
    mutating func takeEnded() -> [CaptureExchange] {
        (conversation?.ended ?? []).filter { $0.status != nil && told.insert($0.order).inserted }
    }

    /// Lets go of what it keeps.
    mutating func empty() {
        told = []
        conversation = nil
        tap = nil
        first.stream = StreamReassembler()
        second.stream = StreamReassembler()
    }

    private var summary: CaptureFlow {
        let (client, server) = isFirstLikelyClient ? (first, second) : (second, first)
        var flow = CaptureFlow(
            stream: stream,
            client: client.endpoint,
            server: server.endpoint,
            isClientGuessed: isFirstClient == nil || isClientGuessed,
            firstStamp: firstStamp,
            lastStamp: lastStamp
        )
        flow.up = client.summary
        flow.down = server.summary
        flow.handshake = handshake
        flow.resets = resets
        flow.longestIdle = longestIdle
        flow.content = content
        flow.tunnel = conversation?.tunnel
        flow.farewells = conversation?.farewells ?? []
        flow.serverName = conversation?.serverName ?? flow.tunnel.map(Self.host)
        flow.exchanges = conversation?.exchangeCount ?? 0
        switch (first.stream.end != nil, second.stream.end != nil) {
        case (true, true): flow.ending = .closed
        case _ where resets > 0: flow.ending = .reset
        case (false, false): flow.ending = .open
        default: flow.ending = .halfClosed
        }
        return flow
    }

    /// Of `host:port`.
    private static func host(_ authority: String) -> String {
        guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else { return authority }
        return String(authority[..<colon])
    }

    func side(_ isFirst: Bool) -> FlowSide { isFirst ? first : second }

    /// A server's port is low where nothing else tells.
    var isFirstLikelyClient: Bool { isFirstClient ?? (first.endpoint.port >= second.endpoint.port) }
}

// MARK: - Opening

extension TCPFlow {
    private var handshakeIsOpen: Bool { handshake != nil && handshake?.ack == nil }

    private mutating func followHandshake(
        _ packet: DissectedPacket,
        _ isFirst: Bool,
        _ stamp: Int64
    ) {
        let flags = packet.flags
        switch (flags.syn, flags.ack) {
        case (true, false):
            if isFirstClient == nil { isFirstClient = isFirst }
            if handshake == nil { handshake = Handshake(syn: stamp) }
        case (true, true):
            if isFirstClient == nil { isFirstClient = !isFirst }
            if handshake != nil, handshake?.synAck == nil { handshake?.synAck = stamp }
        case (false, true):
            if handshake?.synAck != nil, handshake?.ack == nil, isFirst == isFirstClient,
                !flags.rst
            {
                handshake?.ack = stamp
            }
        case (false, false): break
        }
    }

    private mutating func readOptions(
        _ packet: DissectedPacket,
        _ captured: RawSpan,
        _ isFirst: Bool
    ) {
        let options = TCPOptions(captured, in: packet.options)
        if isFirst { first.sender.open(options) } else { second.sender.open(options) }
        // Windows are scaled where both sides offer to: the second answers the first.
        guard packet.flags.ack, options.windowShift == nil else { return }
        (first.sender.isScaled, second.sender.isScaled) = (false, false)
    }

    /// Finds where each direction's stream begins: behind its SYN, or where the capture first tells.
    private mutating func begin(_ packet: DissectedPacket, _ isFirst: Bool) {
        guard !packet.flags.rst else { return }
        if isFirst { Self.begin(packet, &first, &second) } else { Self.begin(packet, &second, &first) }
        hasBegun =
            first.base != nil && second.base != nil && first.stream.hasBegun && second.stream.hasBegun
    }

    private static func begin(
        _ packet: DissectedPacket,
        _ sender: inout FlowSide,
        _ other: inout FlowSide
    ) {
        let isSyn = packet.flags.syn
        let start = isSyn ? packet.sequence &+ 1 : packet.sequence
        // An empty segment may be a keep-alive, which stands one byte before the next: it does not tell.
        let tells = isSyn || packet.payloadLength > 0 || packet.flags.fin
        if sender.base == nil { sender.base = start }
        if tells { sender.stream.begin(at: start) }
        if packet.flags.ack { other.stream.begin(at: packet.acknowledgement) }
    }
}

extension TCPFlow {
    var waitingBytes: Int { first.stream.waitingBytes + second.stream.waitingBytes }
}
