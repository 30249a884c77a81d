import HTTP
import HTTP2
import Wire

/// The HTTP/2 exchanges of one connection: each stream is one.
final class ObservedHTTP2Connection: ObservedConversation {
    /// Streams whose content is unpacked at once: more are only counted.
    static let mostMeters = 128

    var exchanges = ConnectionExchanges()
    var farewells: [CaptureFarewell] = []
    let opening: ConversationOpening
    var up: HTTP2FrameStream
    var down = HTTP2FrameStream(prefaceLength: 0)
    var upFields = HTTP2FieldReader()
    var downFields = HTTP2FieldReader()
    /// Exchanges by stream, those that either side may still send on.
    var open: [UInt32: Int] = [:]
    /// What the content of responses unpacks to, by exchange.
    var meters: [Int: ContentMeter] = [:]
    /// The exchange that each direction spoke of last.
    var current = DirectionBytes()
    private var spans = StreamSpans()
    private var weights: PacketWeights
    private var packet: (bytes: Int, direction: StreamDirection, owner: Int?)?

    static let preface = 24

    init(_ opening: ConversationOpening) {
        self.opening = opening
        up = HTTP2FrameStream(prefaceLength: Self.preface)
        weights = PacketWeights(early: opening.early)
    }

    /// The server answers by its first stream what a client asked for in HTTP/1.
    init(_ opening: ConversationOpening, upgrading asked: CaptureExchange) {
        self.opening = opening
        up = HTTP2FrameStream(prefaceLength: Self.preface)
        weights = PacketWeights(early: opening.early)
        exchanges.append(Self.unanswered(asked))
        open = [1: 0]
    }

    /// The request, and nothing of the response that agreed to the change.
    private static func unanswered(_ asked: CaptureExchange) -> CaptureExchange {
        var exchange = CaptureExchange(
            stream: asked.stream,
            order: 0,
            client: asked.client,
            server: asked.server
        )
        exchange.httpStream = 1
        (exchange.method, exchange.target, exchange.url) = (asked.method, asked.target, asked.url)
        exchange.requestSent = asked.requestSent
        exchange.requestBytes = asked.requestBytes
        exchange.requestHeaderBytes = asked.requestHeaderBytes
        exchange.requestBodyBytes = asked.requestBodyBytes
        exchange.requestFields = asked.requestFields
        (exchange.wireUpBytes, exchange.wireDownBytes) = (asked.wireUpBytes, asked.wireDownBytes)
        exchange.firstPacket = asked.firstPacket
        exchange.handshake = asked.handshake
        exchange.isRequestEnded = true
        return exchange
    }

    var ended: [CaptureExchange] {
        let unfinished = Set(open.values)
        return exchanges.all.filter { !unfinished.contains($0.order) }
    }

    var exchangeCount: Int { exchanges.count }
    var endedCount: Int { exchanges.heldCount - open.count }

    func takeExchanges(keeping kept: Int?) -> [CaptureExchange] {
        guard let kept else { return exchanges.takeAll() }
        let busy = Set(open.values).union([current.up, current.down])
        return exchanges.take(keeping: kept) { !busy.contains($0.order) }
    }

    var details: ConversationDetails { ConversationDetails(farewells: farewells) }

    func wanted(_ direction: StreamDirection) -> Int {
        let stream = direction == .up ? up : down
        if stream.isOver { return .max }
        // Which stream's frame it is nobody knows before it came: with any content wanted, all is.
        return direction == .down && !meters.isEmpty ? stream.reached : stream.reached + stream.contentAhead
    }

    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        passed(before: piece, direction, &findings)
        var place = 0
        while place < bytes.byteCount {
            let rest = bytes.extracting(place..<bytes.byteCount)
            var events: [HTTP2FrameStream.Event] = []
            var stream = direction == .up ? up : down
            if stream.isOver { return }
            place += stream.receive(rest, piece.arrival) { frame, content in
                if direction == .down, let exchange = open[frame.stream] {
                    meters[exchange]?.receive(content)
                }
            } _: { event in
                events.append(event)
            }
            if direction == .up { up = stream } else { down = stream }
            for event in events { take(event, piece.arrived, direction, &findings) }
        }
    }

    /// What was left out before the piece was content.
    private func passed(
        before piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        let count = piece.offset - (direction == .up ? up : down).reached
        guard count > 0 else { return }
        pass(count, piece.before, direction, &findings)
    }

    private func pass(
        _ count: Int,
        _ arrived: Arrival,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        var stream = direction == .up ? up : down
        var events: [HTTP2FrameStream.Event] = []
        stream.pass(count) { events.append($0) }
        if direction == .up { up = stream } else { down = stream }
        for event in events { take(event, arrived, direction, &findings) }
    }

    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        passed(before: piece, direction, &findings)
        let stream = direction == .up ? up : down
        guard !stream.isOver else { return }
        guard piece.length <= stream.contentAhead else {
            return lose(direction, piece, &findings)
        }
        if direction == .down, !didArrive, exchanges.contains(current.down) {
            exchanges[current.down].isMissing = true
            meters[current.down]?.fail()
        }
        pass(piece.length, piece.arrived, direction, &findings)
    }

    /// What is missing is more than content: the frames behind it cannot be found, nor the fields' table kept.
    private func lose(_ direction: StreamDirection, _ piece: StreamPiece, _ findings: inout CaptureFindings) {
        if direction == .up { up.stop(at: piece.end) } else { down.stop(at: piece.end) }
        findings.add(
            CaptureFinding(
                packet: piece.arrived.packet,
                stream: opening.stream,
                "what the \(direction == .up ? "client" : "server") says in HTTP/2 cannot be read behind what is missing"
            )
        )
    }

    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        passed(before: piece, direction, &findings)
    }

    func conclude() {
        for (exchange, meter) in meters { meter.close(&exchanges[exchange]) }
        meters = [:]
    }

    // MARK: What the packets weigh

    func weighQuiet(_ bytes: DirectionBytes) {
        weights.quiet(bytes, up: current.up, down: current.down, &exchanges)
    }

    func beginPacket(_ bytes: Int, _ direction: StreamDirection) {
        let stream = direction == .up ? up : down
        // A packet that begins with a frame is that frame's stream's.
        packet = (bytes, direction, stream.isBetweenFrames || exchanges.isEmpty ? nil : current[direction])
    }

    func endPacket() {
        guard let packet else { return }
        self.packet = nil
        weights.begin(
            packet.bytes,
            packet.direction,
            owner: packet.owner ?? current[packet.direction],
            count: nil
        )
        weights.end(&exchanges)
    }

    func countSeenAgain(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        guard direction == .down, let owner = spans.owner(of: offset) else { return nil }
        guard exchanges.contains(owner) else { return owner }
        exchanges[owner].retransmittedBytes += count
        return nil
    }

    func noteSpan(_ exchange: Int, _ direction: StreamDirection) {
        current[direction] = exchange
        guard direction == .down, let start = down.frameStart?.offset else { return }
        spans.add(exchange, from: start)
    }
}
