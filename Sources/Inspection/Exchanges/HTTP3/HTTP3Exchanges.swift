import HTTP
import Wire

/// The exchanges of one HTTP/3 connection: each of the client's two-way streams is one.
struct HTTP3Exchanges {
    /// Most streams whose content is unpacked at once: further ones are only counted.
    private static let mostMeters = 128
    /// Most streams remembered after their exchanges have ended, for bytes that come again.
    private static let mostPast = 1024
    static let version = "HTTP/3"

    let connection: CaptureConnection
    private let context: CaptureContext
    var client = Endpoint(address: .v4(0), port: 0)
    var server = Endpoint(address: .v4(0), port: 0)
    private var exchanges = ConnectionExchanges()
    /// Exchanges by stream, for streams on which either end may still send.
    private var open: [UInt64: Int] = [:]
    /// The stream that was looked up last, if it is open.
    private var recent: (stream: UInt64, exchange: Int)?
    /// Exchanges of streams that have ended, for bytes that come again.
    private var past: [UInt64: Int] = [:]
    private var pastOrder: [UInt64] = []
    private var meters: [Int: ContentMeter] = [:]
    /// The latest exchange in each direction.
    private var current = DirectionBytes()
    private var weights = PacketWeights(early: DirectionBytes())

    init(_ connection: CaptureConnection, _ context: CaptureContext) {
        self.connection = connection
        self.context = context
    }

    var count: Int { exchanges.count }
    var endedCount: Int { exchanges.heldCount - open.count }
    var heldBytes: Int { exchanges.heldBytes + open.count * 64 }

    var ended: [CaptureExchange] {
        let unfinished = Set(open.values)
        return exchanges.all.filter { !unfinished.contains($0.order) }
    }

    mutating func giveUp() -> [CaptureExchange] {
        let pinned = [current.up, current.down, exchanges.count - 1]
        let waiting = open.filter { !pinned.contains($0.value) }.sorted { $0.value < $1.value }
        let leaving = waiting.prefix((waiting.count + 1) / 2)
        guard let last = leaving.last?.value else { return [] }
        for (stream, exchange) in leaving { close(stream, exchange) }
        let busy = Set(open.values).union(pinned)
        return exchanges.take(keeping: 0) { $0.order <= last && !busy.contains($0.order) }
    }

    mutating func take(keeping kept: Int?) -> [CaptureExchange] {
        guard let kept else { return exchanges.takeAll() }
        let busy = Set(open.values).union([current.up, current.down])
        return exchanges.take(keeping: kept) { !busy.contains($0.order) }
    }

    mutating func conclude() {
        for (exchange, meter) in meters where exchanges.contains(exchange) {
            meter.close(&exchanges[exchange])
        }
        meters = [:]
    }

    // MARK: Content

    mutating func receiveContent(_ content: RawSpan, _ stream: UInt64) {
        guard !meters.isEmpty, let exchange = exchange(on: stream) else { return }
        meters[exchange]?.receive(content)
    }

    private mutating func exchange(on stream: UInt64) -> Int? {
        if let recent, recent.stream == stream { return recent.exchange }
        let exchange = open[stream]
        recent = exchange.map { (stream, $0) }
        return exchange
    }

    mutating func count(
        _ bytes: Int,
        head: Int,
        _ stream: UInt64,
        _ arrived: Arrival,
        _ direction: StreamDirection
    ) {
        guard let exchange = exchange(on: stream) else { return }
        current[direction] = exchange
        if direction == .up {
            exchanges[exchange].countRequest(bytes, head: head)
        } else {
            exchanges[exchange].countResponse(bytes, arrived)
        }
    }

    mutating func miss(_ stream: UInt64, _ direction: StreamDirection) {
        guard direction == .down, let exchange = open[stream] else { return }
        exchanges[exchange].isMissing = true
        meters[exchange]?.fail()
    }

    mutating func reset(_ stream: UInt64, _ reset: CaptureReset) {
        guard let exchange = open[stream], !exchanges[exchange].isComplete else { return }
        exchanges[exchange].reset = reset
        close(stream, exchange)
    }

    // MARK: Fields

    /// nil if the stream's exchange has ended: an end may stop a response whose trailers are already on their way.
    private mutating func exchange(for stream: UInt64, _ opening: QUICOpening?) -> Int? {
        if let known = open[stream] { return known }
        guard past[stream] == nil else { return nil }
        context.countExchange()
        var exchange = CaptureExchange(
            connection: connection,
            order: exchanges.count,
            client: client,
            server: server
        )
        exchange.httpStream = Int(clamping: stream)
        exchange.version = Self.version
        if exchanges.isEmpty { exchange.quicOpening = opening }
        exchanges.append(exchange)
        open[stream] = exchanges.count - 1
        return exchanges.count - 1
    }

    /// Early requests are sent before the connection is open.
    mutating func update(_ opening: QUICOpening?) {
        if exchanges.contains(0) { exchanges[0].quicOpening = opening }
    }

    mutating func takeRequest(
        _ section: HTTP3Section,
        _ fields: HTTPFields?,
        _ stream: UInt64,
        _ opening: QUICOpening?,
        isPushed: Bool = false
    ) {
        let isTrailer = open[stream].map { exchanges[$0].requestSent != nil } ?? false
        guard let index = exchange(for: stream, opening) else { return }
        current[.up] = index
        exchanges[index].requestBytes += section.wireBytes
        guard !isTrailer else { return }
        exchanges[index].isPushed = isPushed
        exchanges[index].requestHeaderBytes = section.wireBytes
        exchanges[index].requestSent = section.start.stamp
        exchanges[index].firstPacket = section.start.packet
        exchanges[index].method = fields?[":method"]
        exchanges[index].target = fields?[":path"] ?? fields?[":authority"]
        exchanges[index].url = url(fields)
        if context.options.keepsFields { exchanges[index].requestFields = fields }
        exchanges.weigh(index)
    }

    private func url(_ fields: HTTPFields?) -> String? {
        guard let fields else { return nil }
        let authority = fields[":authority"] ?? fields["host"] ?? server.description
        guard let path = fields[":path"] else { return authority }
        return "\(fields[":scheme"] ?? "https")://\(authority)\(path == "*" ? "" : path)"
    }

    mutating func takeResponse(
        _ section: HTTP3Section,
        _ fields: HTTPFields?,
        _ stream: UInt64,
        _ opening: QUICOpening?,
        _ arrived: Arrival
    ) {
        guard let index = exchange(for: stream, opening) else { return }
        current[.down] = index
        let status = fields?[":status"].flatMap { Int($0) }
        // Interim responses announce the final one.
        if let status, status < 200 { return }
        if exchanges[index].firstByte == nil {
            exchanges[index].status = status
            exchanges[index].firstByte = section.start.stamp
            exchanges[index].firstPacket = exchanges[index].firstPacket ?? section.start.packet
            exchanges[index].headerBytes = section.wireBytes
            exchanges[index].unpackedHeaderBytes = fields.map { fields in
                fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
            }
            exchanges[index].mediaType = fields?["content-type"]
            exchanges[index].contentCoding = fields?["content-encoding"]
            if context.options.keepsFields { exchanges[index].responseFields = fields }
            exchanges.weigh(index)
            if meters.count < Self.mostMeters { meters[index] = ContentMeter(exchanges[index], context) }
        }
        noteLast(index, arrived)
    }

    /// One direction of the stream has ended. `isWhole` if all of its frames could be read.
    mutating func end(_ stream: UInt64, _ arrived: Arrival, _ direction: StreamDirection, isWhole: Bool) {
        guard let exchange = open[stream] else { return }
        if direction == .up {
            exchanges[exchange].isRequestEnded = true
            if exchanges[exchange].isComplete { close(stream, exchange) }
            return
        }
        if exchanges[exchange].firstByte != nil { noteLast(exchange, arrived) }
        exchanges[exchange].isComplete =
            exchanges[exchange].firstByte != nil && !exchanges[exchange].isMissing && isWhole
        meters.removeValue(forKey: exchange)?.close(&exchanges[exchange])
        if exchanges[exchange].isRequestEnded || exchanges[exchange].isPushed { close(stream, exchange) }
    }

    private mutating func close(_ stream: UInt64, _ exchange: Int) {
        meters.removeValue(forKey: exchange)?.close(&exchanges[exchange])
        (open[stream], recent) = (nil, nil)
        past[stream] = exchange
        pastOrder.append(stream)
        guard pastOrder.count > Self.mostPast else { return }
        for stream in pastOrder.prefix(Self.mostPast / 2) { past[stream] = nil }
        pastOrder.removeFirst(Self.mostPast / 2)
    }

    private mutating func noteLast(_ exchange: Int, _ arrived: Arrival) {
        exchanges[exchange].lastByte = arrived.stamp
        exchanges[exchange].lastPacket = arrived.packet
    }

    // MARK: Packets

    /// Attributes a datagram of so many bytes, which brought bytes of this stream if it brought any.
    mutating func weigh(_ bytes: Int, _ direction: StreamDirection, _ stream: UInt64?) {
        let owner = stream.flatMap { exchange(on: $0) ?? past[$0] } ?? current[direction]
        weights.begin(bytes, direction, owner: owner, count: nil)
        weights.end(&exchanges)
    }

    /// Counts bytes of a response that came again. Returns the order of its exchange if that has been taken.
    mutating func countRepeated(_ count: Int, _ stream: UInt64) -> Int? {
        guard let exchange = open[stream] ?? past[stream] else { return nil }
        guard exchanges.contains(exchange) else { return exchange }
        exchanges[exchange].retransmittedBytes += count
        return nil
    }
}

extension CaptureExchange {
    fileprivate mutating func countRequest(_ bytes: Int, head: Int) {
        requestBytes += bytes + head
        requestBodyBytes += bytes
    }

    fileprivate mutating func countResponse(_ bytes: Int, _ arrived: Arrival) {
        bodyBytes += bytes
        contentBytes += bytes
        decodedBytes += bytes
        (lastByte, lastPacket) = (arrived.stamp, arrived.packet)
    }
}
