import HTTP
import Wire

/// The exchanges of one HTTP/2 connection: each stream is one.
struct HTTP2Exchanges {
    /// Most streams whose content is unpacked at once: further ones are only counted.
    private static let mostMeters = 128

    private let opening: ConversationOpening
    private var exchanges = ConnectionExchanges()
    /// Exchanges by stream, for streams on which either end may still send.
    private var open: [UInt32: Int] = [:]
    /// Highest streams of the client and of the server that were given up while they were open.
    private var abandoned = (odd: UInt32(0), even: UInt32(0))
    /// Content meters of responses, by exchange.
    private var meters: [Int: ContentMeter] = [:]
    /// The latest exchange in each direction.
    private var current = DirectionBytes()
    private var spans = StreamSpans()
    private var weights: PacketWeights
    private var packet: (bytes: Int, direction: StreamDirection, owner: Int?)?

    init(_ opening: ConversationOpening) {
        self.opening = opening
        weights = PacketWeights(early: opening.early)
    }

    /// The server answers a client's HTTP/1 request with its first stream.
    init(_ opening: ConversationOpening, upgrading asked: CaptureExchange) {
        self.init(opening)
        exchanges.append(Self.unanswered(asked))
        open = [1: 0]
    }

    /// The request, without the response that agreed to the change.
    private static func unanswered(_ asked: CaptureExchange) -> CaptureExchange {
        var exchange = CaptureExchange(
            connection: asked.connection,
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

    var count: Int { exchanges.count }
    var wantsContent: Bool { !meters.isEmpty }
    var endedCount: Int { exchanges.heldCount - open.count }

    var ended: [CaptureExchange] {
        let unfinished = Set(open.values)
        return exchanges.all.filter { !unfinished.contains($0.order) }
    }

    var heldBytes: Int { exchanges.heldBytes + open.count * 2 * MemoryLayout<(UInt32, Int)>.stride }

    /// Gives up the older half of the streams that are open.
    mutating func giveUp() -> [CaptureExchange] {
        let pinned = [current.up, current.down, exchanges.count - 1]
        let waiting = open.filter { !pinned.contains($0.value) }.sorted { $0.value < $1.value }
        let leaving = waiting.prefix((waiting.count + 1) / 2)
        guard let last = leaving.last?.value else { return [] }
        for (stream, exchange) in leaving {
            open[stream] = nil
            closeMeter(exchange)
            if stream % 2 == 1 {
                abandoned.odd = max(abandoned.odd, stream)
            } else {
                abandoned.even = max(abandoned.even, stream)
            }
        }
        let busy = Set(open.values).union(pinned)
        return exchanges.take(keeping: 0) { $0.order <= last && !busy.contains($0.order) }
    }

    /// True if what comes for this stream belongs to an exchange that was given up, or came too late for it.
    private func isAbandoned(_ stream: UInt32) -> Bool {
        stream <= (stream % 2 == 1 ? abandoned.odd : abandoned.even) && open[stream] == nil
    }

    mutating func take(keeping kept: Int?) -> [CaptureExchange] {
        guard let kept else { return exchanges.takeAll() }
        let busy = Set(open.values).union([current.up, current.down])
        return exchanges.take(keeping: kept) { !busy.contains($0.order) }
    }

    mutating func conclude() {
        for (exchange, meter) in meters { meter.close(&exchanges[exchange]) }
        meters = [:]
    }

    // MARK: Data

    /// A data frame begins; its head is at `offset` of the server's stream, if known.
    mutating func beginData(_ frame: HTTP2Frame, at offset: Int?, _ direction: StreamDirection) {
        if let exchange = open[frame.stream] { noteSpan(exchange, at: offset, direction) }
    }

    func isOpen(_ stream: UInt32) -> Bool { open[stream] != nil }

    /// Hands over when the stream's response last went on, and what kept it so far; nil before it began.
    mutating func noteHolds(of stream: UInt32, _ note: (Int64?, inout FlowControlHolds?) -> Void) {
        guard let exchange = open[stream], exchanges.contains(exchange) else {
            var unassigned: FlowControlHolds?
            return note(nil, &unassigned)
        }
        note(exchanges[exchange].lastByte, &exchanges[exchange].flowControl)
    }

    func receiveContent(_ content: RawSpan, of frame: HTTP2Frame) {
        if let exchange = open[frame.stream] { meters[exchange]?.receive(content) }
    }

    mutating func countData(
        _ count: Int,
        _ frame: HTTP2Frame,
        _ arrived: Arrival,
        _ direction: StreamDirection
    ) {
        guard let exchange = open[frame.stream] else { return }
        if direction == .up {
            exchanges[exchange].requestBytes += count
            exchanges[exchange].requestBodyBytes += count
        } else {
            exchanges[exchange].bodyBytes += count
            exchanges[exchange].contentBytes += count
            exchanges[exchange].decodedBytes += count
            noteLast(exchange, arrived)
        }
    }

    mutating func endData(_ frame: HTTP2Frame, _ arrived: Arrival, _ direction: StreamDirection) {
        guard let exchange = open[frame.stream] else { return }
        if direction == .up { exchanges[exchange].requestBytes += HTTP2Frame.headLength }
        if frame.has(HTTP2Frame.Flag.endStream) { end(frame.stream, exchange, arrived, direction) }
    }

    /// Content of the server's current frame is not in the capture.
    mutating func missContent() {
        guard exchanges.contains(current.down) else { return }
        exchanges[current.down].isMissing = true
        meters[current.down]?.fail()
    }

    mutating func reset(_ stream: UInt32, _ reset: CaptureReset) {
        guard let exchange = open.removeValue(forKey: stream) else { return }
        exchanges[exchange].reset = reset
        closeMeter(exchange)
    }

    // MARK: Fields

    /// The exchange of a stream, which begins here if it is new.
    private mutating func exchange(for stream: UInt32) -> Int {
        if let known = open[stream] { return known }
        opening.context.countExchange()
        var exchange = CaptureExchange(
            stream: opening.stream,
            order: exchanges.count,
            client: opening.client,
            server: opening.server
        )
        exchange.httpStream = Int(stream)
        if exchanges.isEmpty { exchange.handshake = opening.handshake }
        exchanges.append(exchange)
        open[stream] = exchanges.count - 1
        return exchanges.count - 1
    }

    /// A request's fields, or those of a push that the server promises; nil if they cannot be unpacked.
    mutating func takeRequest(
        _ block: HTTP2FieldReader.Block,
        _ fields: HTTPFields?,
        at offset: Int?,
        _ direction: StreamDirection
    ) {
        if isAbandoned(block.stream) { return }
        let isTrailer = open[block.stream].map { exchanges[$0].method != nil } ?? false
        let index = exchange(for: block.stream)
        noteSpan(index, at: offset, direction)
        exchanges[index].requestBytes += block.wireBytes
        if !isTrailer {
            exchanges[index].version = HTTPVersion.http2.description
            exchanges[index].isPushed = block.isPromise
            exchanges[index].requestHeaderBytes = block.wireBytes
            exchanges[index].requestSent = block.start.stamp
            exchanges[index].firstPacket = block.start.packet
            exchanges[index].method = fields?[":method"]
            exchanges[index].target = fields?[":path"] ?? fields?[":authority"]
            exchanges[index].url = url(fields)
            if opening.context.options.keepsFields { exchanges[index].requestFields = fields }
            exchanges.weigh(index)
        }
        if block.endsStream { exchanges[index].isRequestEnded = true }
    }

    private func url(_ fields: HTTPFields?) -> String? {
        guard let fields else { return nil }
        let authority = fields[":authority"] ?? fields["host"] ?? opening.tunnel ?? opening.server.description
        guard let path = fields[":path"] else { return authority }
        let scheme = fields[":scheme"] ?? (opening.isEncrypted ? "https" : "http")
        return "\(scheme)://\(authority)\(path == "*" ? "" : path)"
    }

    mutating func takeResponse(
        _ block: HTTP2FieldReader.Block,
        _ fields: HTTPFields?,
        at offset: Int?,
        _ arrived: Arrival
    ) {
        if isAbandoned(block.stream) { return }
        let index = exchange(for: block.stream)
        noteSpan(index, at: offset, .down)
        let status = fields?[":status"].flatMap { Int($0) }
        // Interim responses announce the final one.
        if let status, status < 200 { return }
        if exchanges[index].firstByte == nil {
            exchanges[index].version = HTTPVersion.http2.description
            exchanges[index].status = status
            exchanges[index].firstByte = block.start.stamp
            exchanges[index].firstPacket = exchanges[index].firstPacket ?? block.start.packet
            exchanges[index].headerBytes = block.wireBytes
            exchanges[index].unpackedHeaderBytes = fields.map { fields in
                fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
            }
            exchanges[index].mediaType = fields?["content-type"]
            exchanges[index].contentCoding = fields?["content-encoding"]
            let context = opening.context
            if context.options.keepsFields { exchanges[index].responseFields = fields }
            exchanges.weigh(index)
            if !block.endsStream, meters.count < Self.mostMeters {
                meters[index] = ContentMeter(exchanges[index], context)
            }
        }
        noteLast(index, arrived)
        if block.endsStream { end(block.stream, index, arrived, .down) }
    }

    /// Ends one direction of this stream.
    private mutating func end(
        _ stream: UInt32,
        _ exchange: Int,
        _ arrived: Arrival,
        _ direction: StreamDirection
    ) {
        guard direction == .down else {
            exchanges[exchange].isRequestEnded = true
            if exchanges[exchange].isComplete { open[stream] = nil }
            return
        }
        noteLast(exchange, arrived)
        exchanges[exchange].isComplete =
            exchanges[exchange].firstByte != nil && !exchanges[exchange].isMissing
        closeMeter(exchange)
        if exchanges[exchange].isRequestEnded || exchanges[exchange].isPushed { open[stream] = nil }
    }

    private mutating func noteLast(_ exchange: Int, _ arrived: Arrival) {
        exchanges[exchange].lastByte = arrived.stamp
        exchanges[exchange].lastPacket = arrived.packet
    }

    private mutating func closeMeter(_ exchange: Int) {
        meters.removeValue(forKey: exchange)?.close(&exchanges[exchange])
    }

    // MARK: Packets

    private mutating func noteSpan(_ exchange: Int, at offset: Int?, _ direction: StreamDirection) {
        current[direction] = exchange
        guard direction == .down, let offset else { return }
        spans.add(exchange, from: offset)
    }

    mutating func weighQuiet(_ bytes: DirectionBytes) {
        weights.quiet(bytes, up: current.up, down: current.down, &exchanges)
    }

    /// A packet that begins with a frame belongs to that frame's stream.
    mutating func beginPacket(_ bytes: Int, _ direction: StreamDirection, isBetweenFrames: Bool) {
        packet = (bytes, direction, isBetweenFrames || exchanges.isEmpty ? nil : current[direction])
    }

    mutating func endPacket() {
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

    mutating func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        guard direction == .down, let owner = spans.owner(of: offset) else { return nil }
        guard exchanges.contains(owner) else { return owner }
        exchanges[owner].retransmittedBytes += count
        return nil
    }
}
