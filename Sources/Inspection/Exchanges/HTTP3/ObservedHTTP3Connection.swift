import HTTP
import Wire

/// HTTP/3 on one QUIC connection: its requests, and the one-way streams that unpack their fields.
final class ObservedHTTP3Connection {
    /// Bytes of a direction that wait until its fields can be unpacked.
    static let mostWaiting = 4 << 20
    static let mostOneWay = 256

    // Safety: as in `ObservedQUICConnection`, for `recent`, too.
    @exclusivity(unchecked) var exchanges: HTTP3Exchanges
    /// When the connection was opened; for its first exchange.
    var opening: QUICOpening? {
        didSet { exchanges.update(opening) }
    }
    var farewells: [CapturedGoAway] = []
    private var requests: [UInt64: HTTP3RequestStream] = [:]
    /// Bytes of all streams that wait until fields can be unpacked.
    var behindBytes = 0
    /// The one whose bytes came last.
    @exclusivity(unchecked) private var recent: HTTP3RequestStream?
    var oneWay: [UInt64: HTTP3OneWayStream] = [:]
    var upFields = QPACKDecoder()
    var downFields = QPACKDecoder()
    /// True if the server pushes: what it pushes is not read.
    private(set) var hasPromises = false
    /// Streams that wait for entries.
    var blocked: Set<UInt64> = []
    let context: CaptureContext

    init(_ connection: CaptureConnection, _ context: CaptureContext) {
        self.context = context
        exchanges = HTTP3Exchanges(connection, context)
    }

    var heldBytes: Int {
        exchanges.heldBytes + upFields.heldBytes + downFields.heldBytes
            + behindBytes + requests.count * HTTP3RequestStream.memory
    }

    func place(client: Endpoint, server: Endpoint) {
        (exchanges.client, exchanges.server) = (client, server)
    }

    func takeExchanges(keeping kept: Int?) -> [CaptureExchange] { exchanges.take(keeping: kept) }
    func giveUpExchanges() -> [CaptureExchange] { exchanges.giveUp() }

    /// Nothing more comes.
    func conclude(_ findings: inout CaptureFindings) {
        unblock(.up, isLast: true, &findings)
        unblock(.down, isLast: true, &findings)
        exchanges.conclude()
    }

    func weigh(_ bytes: Int, _ direction: StreamDirection, _ stream: UInt64?) {
        exchanges.weigh(bytes, direction, stream)
    }

    func countRepeated(_ count: Int, _ stream: UInt64) -> Int? { exchanges.countRepeated(count, stream) }

    func reset(_ stream: UInt64, _ reset: CaptureReset) { exchanges.reset(stream, reset) }

    // MARK: Streams

    /// The next bytes of one direction of a stream.
    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ stream: UInt64,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard stream & 0x02 == 0 else { return receiveOneWay(bytes, piece, stream, direction, &findings) }
        guard stream & 0x01 == 0 else { return }
        read(bytes, piece, request(stream), direction, &findings)
    }

    func miss(
        _ piece: StreamPiece,
        _ stream: UInt64,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard stream & 0x02 == 0 else {
            if oneWay[stream]?.type == HTTP3Frame.Stream.encoder {
                if direction == .up { upFields.lose() } else { downFields.lose() }
            }
            oneWay[stream]?.frames.stop()
            return
        }
        let request = request(stream)
        // A section that waits for its entries hides what is missing behind it.
        if request[direction].blocked != nil { request[direction].frames.stop() }
        request[direction].arrived = .latest(request[direction].arrived, piece.arrived)
        let arrived = request[direction].arrived
        exchanges.miss(stream, direction)
        let wasLost = request[direction].frames.isLost
        request[direction].frames.pass(piece.length) { event in
            if case .missing(let count) = event {
                exchanges.count(count, head: 0, stream, arrived, direction)
            }
        }
        if request[direction].frames.isLost, !wasLost {
            report(.unreadHTTP3(direction, stream: Int(clamping: stream)), arrived, &findings)
        }
    }

    func finish(_ arrived: Arrival, _ stream: UInt64, _ direction: StreamDirection) {
        guard stream & 0x03 == 0 else { return }
        let request = request(stream)
        if request[direction].blocked != nil {
            request[direction].end = arrived
        } else {
            exchanges.end(stream, arrived, direction, isWhole: !request[direction].frames.isLost)
        }
    }

    /// Forgets a stream on which nothing more comes.
    func forget(_ stream: UInt64) {
        guard let request = requests[stream], !request.isBlocked else { return }
        remove(request)
    }

    /// Forgets a stream whose exchange was given up, whatever waits on it.
    func abandon(_ stream: UInt64) {
        blocked.remove(stream)
        if let request = requests[stream] { remove(request) }
    }

    private func remove(_ request: HTTP3RequestStream) {
        behindBytes -= request.up.behindBytes + request.down.behindBytes
        requests[request.number] = nil
        if recent === request { recent = nil }
    }

    func request(_ stream: UInt64) -> HTTP3RequestStream {
        if let recent, recent.number == stream { return recent }
        let request = requests[stream] ?? HTTP3RequestStream(stream)
        requests[stream] = request
        recent = request
        return request
    }

    func read(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ request: HTTP3RequestStream,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        request[direction].arrived = .latest(request[direction].arrived, piece.arrived)
        let (arrived, stream) = (request[direction].arrived, request.number)
        var (place, head) = (0, 0)
        while place < bytes.byteCount, request[direction].blocked == nil {
            let rest = bytes.extracting(place..<bytes.byteCount)
            var section: HTTP3Section?
            var promise: [UInt8]?
            var isDamaged = false
            place += request[direction].frames.receive(rest, piece.arrival) { event in
                switch event {
                case .dataBegins(let size): head = size
                case .content(let range):
                    if direction == .down { exchanges.receiveContent(rest.extracting(range), stream) }
                    exchanges.count(range.count, head: head, stream, arrived, direction)
                    head = 0
                case .headers(let fields): section = fields
                case .frame(HTTP3Frame.Kind.pushPromise, let payload): promise = payload
                case .damaged: isDamaged = true
                case .missing, .frame: break
                }
            }
            if promise != nil { hasPromises = true }
            if isDamaged {
                report(.unreadHTTP3(direction, stream: Int(clamping: stream)), arrived, &findings)
            }
            if let section { take(section, request, direction, &findings) }
        }
        guard place < bytes.byteCount else { return }
        wait(bytes.extracting(place..<bytes.byteCount), piece.from(piece.offset + place), request, direction)
    }

    func report(_ fault: CaptureFault, _ arrived: Arrival, _ findings: inout CaptureFindings) {
        findings.add(CaptureFinding(packet: arrived.packet, exchanges.connection, fault))
    }
}
