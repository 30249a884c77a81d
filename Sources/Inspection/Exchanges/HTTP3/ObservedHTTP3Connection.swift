import HTTP
import Wire

/// HTTP/3 on one QUIC connection: its requests, and the one-way streams that unpack their fields.
final class ObservedHTTP3Connection {
    /// Bytes of a direction that wait until its fields can be unpacked.
    private static let mostWaiting = 4 << 20
    private static let mostOneWay = 256

    /// One direction of a two-way stream.
    private struct Half {
        var frames = HTTP3FrameStream()
        /// A section that needs entries which have not come, and what followed it.
        var blocked: HTTP3Section?
        var behind: [(bytes: [UInt8], piece: StreamPiece)] = []
        var behindBytes = 0
        var arrived = Arrival(stamp: .min, packet: 0)
        var end: Arrival?
    }

    /// A one-way stream.
    private struct OneWay {
        var head: [UInt8] = []
        var type: UInt64?
        var frames = HTTP3FrameStream()
    }

    private(set) var exchanges: HTTP3Exchanges
    /// When the connection was opened; for its first exchange.
    var opening: QUICOpening? {
        didSet { exchanges.update(opening) }
    }
    private(set) var farewells: [CapturedGoAway] = []
    private var halves: [UInt64: (up: Half, down: Half)] = [:]
    private var oneWay: [UInt64: OneWay] = [:]
    private var upFields = QPACKDecoder()
    private var downFields = QPACKDecoder()
    /// True if the server pushes: what it pushes is not read.
    private(set) var hasPromises = false
    /// Streams that wait for entries.
    private var blocked: Set<UInt64> = []
    private let context: CaptureContext

    init(_ connection: CaptureConnection, _ context: CaptureContext) {
        self.context = context
        exchanges = HTTP3Exchanges(connection, context)
    }

    var heldBytes: Int {
        exchanges.heldBytes + upFields.heldBytes + downFields.heldBytes
            + halves.values.reduce(0) { $0 + $1.up.behindBytes + $1.down.behindBytes + 256 }
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
        var half = takeHalf(stream, direction)
        read(bytes, piece, stream, direction, &half, &findings)
        giveBack(half, stream, direction)
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
        var half = takeHalf(stream, direction)
        // A section that waits for its entries hides what is missing behind it.
        if half.blocked != nil { half.frames.stop() }
        half.arrived = .latest(half.arrived, piece.arrived)
        let arrived = half.arrived
        exchanges.miss(stream, direction)
        let wasLost = half.frames.isLost
        half.frames.pass(piece.length) { event in
            if case .missing(let count) = event {
                exchanges.count(count, head: 0, stream, arrived, direction)
            }
        }
        if half.frames.isLost, !wasLost {
            report(.unreadHTTP3(direction, stream: Int(clamping: stream)), arrived, &findings)
        }
        giveBack(half, stream, direction)
    }

    func finish(_ arrived: Arrival, _ stream: UInt64, _ direction: StreamDirection) {
        guard stream & 0x03 == 0 else { return }
        var half = takeHalf(stream, direction)
        if half.blocked != nil {
            half.end = arrived
        } else {
            exchanges.end(stream, arrived, direction, isWhole: !half.frames.isLost)
        }
        giveBack(half, stream, direction)
    }

    /// Forgets a stream on which nothing more comes.
    func forget(_ stream: UInt64) {
        if halves[stream].map({ $0.up.blocked == nil && $0.down.blocked == nil }) ?? false {
            halves[stream] = nil
        }
    }

    private func takeHalf(_ stream: UInt64, _ direction: StreamDirection) -> Half {
        let both = halves[stream] ?? (Half(), Half())
        if direction == .up {
            halves[stream] = (Half(), both.down)
            return both.up
        }
        halves[stream] = (both.up, Half())
        return both.down
    }

    private func giveBack(_ half: Half, _ stream: UInt64, _ direction: StreamDirection) {
        if direction == .up { halves[stream]?.up = half } else { halves[stream]?.down = half }
    }

    private func read(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ stream: UInt64,
        _ direction: StreamDirection,
        _ half: inout Half,
        _ findings: inout CaptureFindings
    ) {
        half.arrived = .latest(half.arrived, piece.arrived)
        let arrived = half.arrived
        var (place, head) = (0, 0)
        while place < bytes.byteCount, half.blocked == nil {
            let rest = bytes.extracting(place..<bytes.byteCount)
            var section: HTTP3Section?
            var promise: [UInt8]?
            var isDamaged = false
            place += half.frames.receive(rest, piece.arrival) { event in
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
            if let section { take(section, stream, direction, &half, &findings) }
        }
        guard place < bytes.byteCount else { return }
        wait(bytes.extracting(place..<bytes.byteCount), piece.from(piece.offset + place), stream, &half)
    }

    // MARK: Fields

    private func take(
        _ section: HTTP3Section,
        _ stream: UInt64,
        _ direction: StreamDirection,
        _ half: inout Half,
        _ findings: inout CaptureFindings
    ) {
        let outcome =
            direction == .up ? upFields.decode(section.bytes[...]) : downFields.decode(section.bytes[...])
        var fields: HTTPFields?
        switch outcome {
        case .fields(let read): fields = context.unpack(read.byteCount, exchanges.connection) ? read : nil
        case .blocked:
            half.blocked = section
            blocked.insert(stream)
            return
        case .damaged:
            report(.fieldsHTTP3(direction, stream: Int(clamping: stream)), half.arrived, &findings)
        }
        note(section, fields, stream, direction, half.arrived)
    }

    private func note(
        _ section: HTTP3Section,
        _ fields: HTTPFields?,
        _ stream: UInt64,
        _ direction: StreamDirection,
        _ arrived: Arrival
    ) {
        if direction == .up {
            exchanges.takeRequest(section, fields, stream, opening)
        } else {
            exchanges.takeResponse(section, fields, stream, opening, arrived)
        }
    }

    /// Keeps bytes behind a section that waits for its entries.
    private func wait(_ bytes: RawSpan, _ piece: StreamPiece, _ stream: UInt64, _ half: inout Half) {
        guard half.behindBytes + bytes.byteCount <= Self.mostWaiting else {
            half.frames.stop()
            return
        }
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        half.behind.append((copy, piece))
        half.behindBytes += copy.count
    }

    /// Entries have come: reads the sections that waited for them. With `isLast` none will come any more.
    private func unblock(_ direction: StreamDirection, isLast: Bool, _ findings: inout CaptureFindings) {
        for stream in blocked.sorted() {
            var half = takeHalf(stream, direction)
            guard let section = half.blocked else {
                giveBack(half, stream, direction)
                continue
            }
            half.blocked = nil
            take(section, stream, direction, &half, &findings)
            if half.blocked != nil, isLast {
                half.blocked = nil
                report(.fieldsHTTP3(direction, stream: Int(clamping: stream)), half.arrived, &findings)
                note(section, nil, stream, direction, half.arrived)
            }
            if half.blocked == nil { readBehind(stream, direction, &half, &findings) }
            let (isFree, end) = (half.blocked == nil, half.end)
            let isWhole = !half.frames.isLost
            giveBack(half, stream, direction)
            guard isFree else { continue }
            if let end { exchanges.end(stream, end, direction, isWhole: isWhole) }
            if halves[stream].map({ $0.up.blocked == nil && $0.down.blocked == nil }) ?? true {
                blocked.remove(stream)
            }
        }
    }

    private func readBehind(
        _ stream: UInt64,
        _ direction: StreamDirection,
        _ half: inout Half,
        _ findings: inout CaptureFindings
    ) {
        let behind = half.behind
        (half.behind, half.behindBytes) = ([], 0)
        for one in behind {
            if half.blocked == nil {
                read(one.bytes.span.bytes, one.piece, stream, direction, &half, &findings)
            } else {
                half.behind.append(one)
                half.behindBytes += one.bytes.count
            }
        }
    }

    private func report(_ fault: CaptureFault, _ arrived: Arrival, _ findings: inout CaptureFindings) {
        findings.add(CaptureFinding(packet: arrived.packet, exchanges.connection, fault))
    }
}

// MARK: - One-way streams

extension ObservedHTTP3Connection {
    private func receiveOneWay(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ stream: UInt64,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard var one = oneWay[stream] ?? (oneWay.count < Self.mostOneWay ? OneWay() : nil) else { return }
        var place = 0
        while one.type == nil, let byte = bytes.byte(at: place) {
            one.head.append(byte)
            place += 1
            one.type = one.head.span.bytes.quicNumber64(at: 0)?.value
        }
        var rest = bytes.extracting(place..<bytes.byteCount)
        switch one.type {
        case HTTP3Frame.Stream.encoder:
            let came =
                rest.withUnsafeBytes { bytes in
                    direction == .up
                        ? upFields.receiveInstructions(bytes) : downFields.receiveInstructions(bytes)
                }
            oneWay[stream] = one
            if came, !blocked.isEmpty { unblock(direction, isLast: false, &findings) }
            return
        case HTTP3Frame.Stream.control:
            while rest.byteCount > 0 {
                var frames: [(UInt64, [UInt8])] = []
                let taken = one.frames.receive(rest, piece.arrival) { event in
                    if case .frame(let type, let payload) = event { frames.append((type, payload)) }
                }
                rest = rest.extracting(max(1, taken)..<rest.byteCount)
                for (type, payload) in frames { takeControl(type, payload, piece.arrived, direction) }
            }
        default: break
        }
        oneWay[stream] = one
    }

    private func takeControl(
        _ type: UInt64,
        _ payload: [UInt8],
        _ arrived: Arrival,
        _ direction: StreamDirection
    ) {
        let span = payload.span.bytes
        switch type {
        case HTTP3Frame.Kind.settings:
            var place = 0
            var capacity = 0
            while let name = span.quicNumber64(at: place), let value = span.quicNumber(at: name.end) {
                if name.value == HTTP3Frame.Setting.tableCapacity { capacity = value.value }
                place = value.end
            }
            // An end's settings say what it can unpack.
            if direction == .up {
                downFields.allow(capacity: capacity)
            } else {
                upFields.allow(capacity: capacity)
            }
        case HTTP3Frame.Kind.goAway where farewells.count < CapturedGoAway.most:
            guard let last = span.quicNumber(at: 0)?.value else { return }
            farewells.append(
                CapturedGoAway(
                    isFromClient: direction == .up,
                    lastStream: last,
                    code: 0,
                    stamp: arrived.stamp,
                    packet: arrived.packet
                )
            )
        default: break
        }
    }
}
