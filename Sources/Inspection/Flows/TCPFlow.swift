import Wire

/// One TCP connection while its packets come. It puts both directions in order and hands them to its
/// conversation.
struct TCPFlow {
    let stream: Int
    let key: FlowKey
    /// True if the first packet's source is the key's first endpoint.
    let isFirstForward: Bool
    private(set) var opening: TCPOpening
    private(set) var conversation: FlowConversation
    private var first: FlowSide
    private var second: FlowSide
    private var resets = 0
    private let firstStamp: Int64
    private var lastStamp: Int64
    private(set) var lastPacket = 0
    private var longestIdle: Int64 = 0
    private var silences = SilenceTrack()
    /// True if the beginnings of both streams are known.
    private var hasBegun = false

    init(
        stream: Int,
        key: FlowKey,
        isForward: Bool,
        _ packet: DissectedPacket,
        _ arrival: Arrival,
        _ context: CaptureContext,
        _ feed: FollowerFeed?
    ) {
        self.stream = stream
        self.key = key
        isFirstForward = isForward
        opening = TCPOpening(first: packet.sourceEndpoint, second: packet.destinationEndpoint)
        conversation = FlowConversation(stream: stream, context, feed)
        first = FlowSide(arrival: arrival)
        second = FlowSide(arrival: arrival)
        firstStamp = arrival.stamp
        lastStamp = arrival.stamp
    }

    /// The end that sent the first packet, or the other one, in place.
    subscript(isFirst: Bool) -> FlowSide {
        @inline(__always) get { isFirst ? first : second }
        @inline(__always) _modify {
            if isFirst { yield &first } else { yield &second }
        }
    }

    /// Reads one side in place: a copy would be expensive.
    @inline(__always)
    private func side<Value>(_ isFirst: Bool, _ value: (FlowSide) -> Value) -> Value {
        isFirst ? value(first) : value(second)
    }

    var hasEnded: Bool { resets > 0 || first.stream.end != nil || second.stream.end != nil }

    var waitingBytes: Int { first.stream.waitingBytes + second.stream.waitingBytes }

    /// True if this SYN opens a new connection on the same ports.
    private func isReused(by packet: DissectedPacket, isFirst: Bool) -> Bool {
        guard packet.flags.syn, !packet.flags.ack, let base = side(isFirst, { $0.base }) else { return false }
        return base != packet.sequence &+ 1 || hasEnded
    }

    /// Takes a packet, `isForward` if its source is the key's first endpoint.
    mutating func receive(
        _ packet: DissectedPacket,
        isForward: Bool,
        _ captured: RawSpan,
        _ arrival: Arrival,
        _ results: inout InspectionResults,
        _ budget: inout WaitingBudget
    ) -> SegmentOutcome {
        let source = PacketSource(isFirst: isForward == isFirstForward, bytes: packet.packetBytes)
        let isFirst = source.isFirst
        let isRoutine = packet.flags.isRoutine
        if !isRoutine, isReused(by: packet, isFirst: isFirst) { return .foreign }
        let idle = arrival.stamp - lastStamp
        if idle > longestIdle { longestIdle = idle }
        if hasBegun { silences.pass(from: lastStamp, to: arrival.stamp) }
        lastStamp = arrival.stamp
        lastPacket = arrival.packet
        let segment = SegmentTiming(packet, captured, stamp: arrival.stamp)
        if !isRoutine || opening.isUnderWay { opening.follow(packet.flags, isFirst, arrival.stamp) }
        if !hasBegun { begin(packet, isFirst) }
        if packet.flags.syn { readOptions(packet, captured, isFirst) }
        if isFirst {
            let isSameWindow = first.send(segment, packetBytes: source.bytes)
            second.sender.acknowledge(segment, isSameWindow: isSameWindow)
        } else {
            let isSameWindow = second.send(segment, packetBytes: source.bytes)
            first.sender.acknowledge(segment, isSameWindow: isSameWindow)
        }
        if packet.payloadLength > 0 { place(packet, segment, captured, arrival, source, &results, &budget) }
        if !isRoutine { end(packet, source, &results.findings) }
        return conversation.endPacket(source) ? .read : .quiet
    }

    private mutating func readOptions(_ packet: DissectedPacket, _ captured: RawSpan, _ isFirst: Bool) {
        let options = TCPOptions(captured, in: packet.options)
        self[isFirst].sender.open(options)
        // Windows are scaled only if both ends offer it: the SYN-ACK answers the SYN.
        guard packet.flags.ack, options.windowShift == nil else { return }
        (first.sender.isScaled, second.sender.isScaled) = (false, false)
    }

    private mutating func begin(_ packet: DissectedPacket, _ isFirst: Bool) {
        guard !packet.flags.rst else { return }
        self[isFirst].begin(packet)
        if packet.flags.ack { self[!isFirst].stream.begin(at: packet.acknowledgement) }
        hasBegun = first.hasBegun && second.hasBegun
    }

    private mutating func end(
        _ packet: DissectedPacket,
        _ source: PacketSource,
        _ findings: inout CaptureFindings
    ) {
        if packet.flags.fin {
            let sequence = packet.sequence &+ UInt32(truncatingIfNeeded: packet.payloadLength)
            self[source.isFirst].stream.finish(at: sequence)
        }
        if packet.flags.rst { resets += 1 }
        finishIfEnded(source, isCut: false, &findings)
    }

    private mutating func finishIfEnded(
        _ source: PacketSource,
        isCut: Bool,
        _ findings: inout CaptureFindings
    ) {
        let (isAtEnd, hasFinished) = side(source.isFirst) { ($0.stream.isAtEnd, $0.hasFinished) }
        guard isAtEnd || isCut, !hasFinished else { return }
        self[source.isFirst].hasFinished = true
        guard conversation.exists else { return }
        let (position, arrival) = side(source.isFirst) { ($0.stream.position, $0.inOrder) }
        conversation.finish(
            StreamPiece(offset: position, length: 0, arrival: arrival, before: arrival),
            isCut: !isAtEnd,
            source,
            opening,
            &findings
        )
        askWanted()
    }

    /// Ends the connection: the capture has ended, or the connection is evicted.
    mutating func finish(_ results: inout InspectionResults) {
        for isFirst in [true, false] {
            let source = PacketSource(isFirst: isFirst, bytes: 0)
            while side(isFirst, { $0.stream.hasWaiting }) { giveUpHole(source, &results) }
            if !side(isFirst, { $0.stream.isAtEnd }) { giveUpHole(source, &results) }
            finishIfEnded(source, isCut: true, &results.findings)
        }
        conversation.conclude(opening)
    }

    /// Exchanges that have ended since the last call and have not been taken.
    mutating func reportEnded() -> [CaptureExchange] { conversation.reportEnded() }

    /// The taken exchanges that were never reported.
    mutating func reportTaken(_ exchanges: [CaptureExchange]) -> [CaptureExchange] {
        conversation.reportTaken(exchanges)
    }

    /// As described in `FlowConversation`.
    mutating func recharge() -> Int { conversation.recharge() }

    /// Releases its memory.
    mutating func empty() {
        conversation.empty()
        first.stream = StreamReassembler()
        second.stream = StreamReassembler()
    }

    var summary: CaptureFlow {
        let isFirstClient = opening.isFirstLikelyClient
        var flow = CaptureFlow(
            stream: stream,
            client: opening.endpoint(isFirstClient),
            server: opening.endpoint(!isFirstClient),
            isClientGuessed: opening.isFirstClient == nil || opening.isClientGuessed,
            firstStamp: firstStamp,
            lastStamp: lastStamp
        )
        flow.up = self[isFirstClient].summary
        flow.down = self[!isFirstClient].summary
        flow.handshake = opening.handshake
        flow.resets = resets
        flow.longestIdle = longestIdle
        flow.silences = silences.longest
        flow.content = conversation.content
        let details = conversation.details
        flow.tunnel = details.tunnel
        flow.farewells = details.farewells
        flow.down.flowControl = details.flowControl
        flow.serverName = details.serverName ?? flow.tunnel.map(Self.host)
        flow.exchanges = conversation.exchangeCount
        switch (first.stream.end != nil, second.stream.end != nil) {
        case (true, true): flow.ending = .closed
        case _ where resets > 0: flow.ending = .reset
        case (false, false): flow.ending = .open
        default: flow.ending = .halfClosed
        }
        return flow
    }

    /// The host of `host:port`.
    private static func host(_ authority: String) -> String {
        guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else { return authority }
        return String(authority[..<colon])
    }
}

// MARK: - Payload

extension TCPFlow {
    private mutating func place(
        _ packet: DissectedPacket,
        _ segment: SegmentTiming,
        _ captured: RawSpan,
        _ arrival: Arrival,
        _ source: PacketSource,
        _ results: inout InspectionResults,
        _ budget: inout WaitingBudget
    ) {
        let isFirst = source.isFirst
        let bytes = captured.extracting(packet.payload)
        let before = side(isFirst) { $0.stream.waitingBytes }
        let keepsAll = conversation.isFollowed
        let roundTrip = opening.roundTrip
        let placement = self[isFirst].place(bytes, packet, arrival, keepsAll: keepsAll, roundTrip: roundTrip)
        silences.resume(isRepair: placement.repeatedBytes > 0 || placement.fillsHole)
        if !placement.isRoutine { settle(placement, segment, arrival, source, &results) }
        if !placement.ready.isEmpty {
            let start = min(placement.ready.lowerBound, bytes.byteCount)
            let end = min(placement.ready.upperBound, bytes.byteCount)
            hand(
                bytes.extracting(start..<end),
                length: placement.ready.count,
                offset: placement.offset,
                isSeen: true,
                arrival,
                source,
                &results.findings
            )
        }
        guard !placement.isRoutine else { return }
        handReady(source, &results)
        budget.used += side(isFirst) { $0.stream.waitingBytes } - before
        while side(isFirst, { $0.stream.isOverLimit })
            || budget.isExceeded && side(isFirst, { $0.stream.hasWaiting })
        {
            if budget.isExceeded {
                budget.noteExceeded(packet: arrival.packet, stream: stream, &results.findings)
            }
            let before = side(isFirst) { $0.stream.waitingBytes }
            giveUpHole(source, &results)
            budget.used += side(isFirst) { $0.stream.waitingBytes } - before
        }
    }

    /// Handles a segment that is out of order or repeated.
    private mutating func settle(
        _ placement: StreamReassembler.Placement,
        _ segment: SegmentTiming,
        _ arrival: Arrival,
        _ source: PacketSource,
        _ results: inout InspectionResults
    ) {
        if placement.isImplausible {
            results.findings.add(
                CaptureFinding(packet: arrival.packet, stream: stream, .outsideWindow)
            )
            return
        }
        self[source.isFirst].settle(placement, segment, roundTrip: opening.roundTrip)
        if !placement.again.isEmpty {
            countRepeated(placement.again.count, at: placement.again.lowerBound, source, &results)
        }
    }

    private func countRepeated(
        _ count: Int,
        at offset: Int,
        _ source: PacketSource,
        _ results: inout InspectionResults
    ) {
        let direction = opening.direction(source.isFirst)
        guard let order = conversation.countRepeated(count, at: offset, direction) else { return }
        results.countRepeated(count, .tcp(stream), order: order)
    }

    /// Passes on waiting pieces that are now in order.
    private mutating func handReady(_ source: PacketSource, _ results: inout InspectionResults) {
        while let piece = self[source.isFirst].stream.takeReady() {
            hand(
                piece.bytes.span.bytes,
                length: piece.length,
                offset: piece.offset,
                isSeen: piece.isSeen,
                piece.arrival,
                source,
                &results.findings
            )
            if piece.repeatedBytes > 0 {
                countRepeated(piece.repeatedBytes, at: piece.offset, source, &results)
            }
        }
    }

    /// Passes the next bytes of a stream on to the conversation and the follower.
    @inline(__always)
    private mutating func hand(
        _ bytes: RawSpan,
        length: Int,
        offset: Int,
        isSeen: Bool,
        _ arrival: Arrival,
        _ source: PacketSource,
        _ findings: inout CaptureFindings
    ) {
        let before = self[source.isFirst].advance(length, arrival)
        if offset + length >= side(source.isFirst, { $0.wanted }) {
            let piece = StreamPiece(offset: offset, length: length, arrival: arrival, before: before)
            let other = side(!source.isFirst) { $0.stream.position }
            let seen = isSeen ? bytes : bytes.extracting(0..<0)
            conversation.receive(seen, piece, source, &opening, other: other, &findings)
            askWanted()
        }
        let isFromClient = source.isFirst == opening.isFirstLikelyClient
        conversation.carry(bytes, length: length, isFromClient: isFromClient)
    }

    private mutating func askWanted() {
        if let wanted = conversation.wanted(opening.direction(true)) { first.wanted = wanted }
        if let wanted = conversation.wanted(opening.direction(false)) { second.wanted = wanted }
    }

    /// Reports that the bytes before the next waiting piece will not come, and continues after them.
    private mutating func giveUpHole(_ source: PacketSource, _ results: inout InspectionResults) {
        let offset = side(source.isFirst) { $0.stream.position }
        let missing = self[source.isFirst].giveUpHole()
        if missing > 0 {
            let sender = opening.endpoint(source.isFirst)
            results.findings.add(
                CaptureFinding(
                    packet: lastPacket,
                    stream: stream,
                    .missing(missing, from: sender, at: offset)
                )
            )
            let last = Arrival(stamp: lastStamp, packet: lastPacket)
            let before = side(source.isFirst) { $0.inOrder }
            let piece = StreamPiece(offset: offset, length: missing, arrival: last, before: before)
            conversation.miss(piece, source, opening, &results.findings)
            askWanted()
        }
        handReady(source, &results)
    }
}
