import HTTP
import HTTP2
import Wire

/// An HTTP/2 connection: the frames of both directions.
final class ObservedHTTP2Connection: ObservedConversation {
    private static let preface = 24
    /// Numbers of streams and sizes of windows have 31 bits.
    private static let most31: UInt32 = 0x7FFF_FFFF

    private let opening: ConversationOpening
    private var exchanges: HTTP2Exchanges
    private var farewells: [CapturedGoAway] = []
    private var up = HTTP2FrameStream(prefaceLength: preface)
    private var down = HTTP2FrameStream(prefaceLength: 0)
    private var upFields = HTTP2FieldReader()
    private var downFields = HTTP2FieldReader()
    private var flowControl: FlowControlTrack
    /// When the first packet of the current encrypted record of the server was seen.
    private var recordBegan: Int64?

    init(_ opening: ConversationOpening) {
        self.opening = opening
        exchanges = HTTP2Exchanges(opening)
        flowControl = FlowControlTrack(opening)
    }

    /// The server answers a client's HTTP/1 request with its first stream.
    init(_ opening: ConversationOpening, upgrading asked: CaptureExchange) {
        self.opening = opening
        exchanges = HTTP2Exchanges(opening, upgrading: asked)
        flowControl = FlowControlTrack(opening)
    }

    var details: ConversationDetails {
        ConversationDetails(farewells: farewells, flowControl: flowControl.pauses)
    }
    var exchangeCount: Int { exchanges.count }
    var ended: [CaptureExchange] { exchanges.ended }
    var endedCount: Int { exchanges.endedCount }

    var heldBytes: Int {
        exchanges.heldBytes + up.heldBytes + down.heldBytes + upFields.heldBytes + downFields.heldBytes
            + flowControl.heldBytes
    }

    func giveUpExchanges() -> [CaptureExchange] {
        let given = exchanges.giveUp()
        for stream in given.compactMap(\.httpStream) { flowControl.close(UInt32(clamping: stream)) }
        return given
    }

    func takeExchanges(keeping kept: Int?) -> [CaptureExchange] { exchanges.take(keeping: kept) }

    // MARK: Bytes

    func wanted(_ direction: StreamDirection) -> Int {
        let stream = direction == .up ? up : down
        if stream.isOver { return .max }
        // The stream of a frame is unknown before the frame comes: if any content is wanted, all is.
        let wantsAll = direction == .down && exchanges.wantsContent
        return wantsAll ? stream.reached : stream.reached + stream.contentAhead
    }

    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        passed(before: piece, direction, &findings)
        if direction == .down { recordBegan = piece.began?.stamp }
        var place = 0
        while place < bytes.byteCount {
            let rest = bytes.extracting(place..<bytes.byteCount)
            var events: [HTTP2FrameStream.Event] = []
            var stream = direction == .up ? up : down
            if stream.isOver { return }
            place += stream.receive(rest, piece.arrival) { frame, content in
                if direction == .down { exchanges.receiveContent(content, of: frame) }
            } _: { event in
                events.append(event)
            }
            if direction == .up { up = stream } else { down = stream }
            for event in events { take(event, piece.arrived, direction, &findings) }
        }
    }

    /// The bytes left out before the piece were content.
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
        if direction == .down, !didArrive { exchanges.missContent() }
        pass(piece.length, piece.arrived, direction, &findings)
    }

    /// More than content is missing: later frames cannot be found, nor the field table kept up to date.
    private func lose(_ direction: StreamDirection, _ piece: StreamPiece, _ findings: inout CaptureFindings) {
        if direction == .up { up.stop(at: piece.end) } else { down.stop(at: piece.end) }
        flowControl.stop()
        report(.unreadHTTP2(direction), piece.arrived, &findings)
    }

    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        passed(before: piece, direction, &findings)
    }

    func conclude() { exchanges.conclude() }

    // MARK: Frames

    private func take(
        _ event: HTTP2FrameStream.Event,
        _ arrived: Arrival,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        switch event {
        case .dataBegins(let frame):
            if direction == .down { noteHolds(frame, arrived) }
            exchanges.beginData(frame, at: down.frameStart?.offset, direction)
        case .data(let frame, let count):
            if direction == .down { flowControl.receive(at: arrived.stamp) }
            exchanges.countData(count, frame, arrived, direction)
        case .dataEnds(let frame):
            exchanges.endData(frame, arrived, direction)
            forgetWindow(of: frame.stream)
        case .frame(let frame, let payload): take(frame, payload, arrived, direction, &findings)
        case .damaged: report(.notHTTP2(direction), arrived, &findings)
        }
    }

    private func take(
        _ frame: HTTP2Frame,
        _ payload: [UInt8],
        _ arrived: Arrival,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        switch frame.kind {
        case HTTP2Frame.Kind.headers, HTTP2Frame.Kind.pushPromise, HTTP2Frame.Kind.continuation:
            let start = (direction == .up ? up : down).frameStart?.arrival ?? arrived
            let block =
                direction == .up
                ? upFields.take(frame, payload, start) : downFields.take(frame, payload, start)
            if let block { take(block, arrived, direction, &findings) }
        case HTTP2Frame.Kind.settings:
            takeSettings(frame, payload, arrived, direction)
        case HTTP2Frame.Kind.windowUpdate where direction == .up:
            guard frame.stream == 0 || exchanges.isOpen(frame.stream) else { return }
            flowControl.grant(Int(Self.number(payload[...]) & Self.most31), frame.stream, at: arrived.stamp)
        case HTTP2Frame.Kind.reset:
            let code = Self.number(payload[...])
            let reset = CaptureReset(isFromClient: direction == .up, code: UInt64(code), stamp: arrived.stamp)
            exchanges.reset(frame.stream, reset)
            forgetWindow(of: frame.stream)
        case HTTP2Frame.Kind.goAway:
            takeFarewell(payload, arrived, direction, &findings)
        default: break
        }
    }

    /// GOAWAY: the last stream that is answered, a code, and perhaps a text. An error is also a finding.
    private func takeFarewell(
        _ payload: [UInt8],
        _ arrived: Arrival,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard payload.count >= 8 else { return }
        var farewell = CapturedGoAway(
            isFromClient: direction == .up,
            lastStream: Int(Self.number(payload[...]) & Self.most31),
            code: Self.number(payload[4...]),
            stamp: arrived.stamp,
            packet: arrived.packet
        )
        farewell.text = String(
            decoding: payload[8...].prefix(CapturedGoAway.longestText),
            as: UTF8.self
        )
        if farewells.count < CapturedGoAway.most { farewells.append(farewell) }
        if farewell.code != 0 { report(.farewell(farewell), arrived, &findings) }
    }

    /// The first four bytes, or as many as there are.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func takeSettings(
        _ frame: HTTP2Frame,
        _ payload: [UInt8],
        _ arrived: Arrival,
        _ direction: StreamDirection
    ) {
        let isAnswer = frame.has(HTTP2Frame.Flag.acknowledgement)
        switch (direction, isAnswer) {
        case (.up, false):
            downFields.propose(payload)
            if let window = Self.initialWindow(payload) { flowControl.set(window, at: arrived.stamp) }
        case (.up, true): upFields.acknowledge()
        case (.down, false): upFields.propose(payload)
        case (.down, true): downFields.acknowledge()
        }
    }

    /// `SETTINGS_INITIAL_WINDOW_SIZE`: the last one counts.
    private static func initialWindow(_ settings: [UInt8]) -> Int? {
        var window: Int?
        for place in stride(from: 0, to: settings.count - settings.count % 6, by: 6)
        where settings[place] == 0 && settings[place + 1] == 4 {
            window = Int(number(settings[(place + 2)...]) & most31)
        }
        return window
    }

    private func noteHolds(_ frame: HTTP2Frame, _ arrived: Arrival) {
        let seen = down.frameStart?.arrival.stamp ?? arrived.stamp
        exchanges.noteHolds(of: frame.stream) { before, holds in
            flowControl.use(frame, at: min(seen, recordBegan ?? seen), before: before, &holds)
        }
    }

    private func forgetWindow(of stream: UInt32) {
        if !exchanges.isOpen(stream) { flowControl.close(stream) }
    }

    private func take(
        _ block: HTTP2FieldReader.Block,
        _ arrived: Arrival,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        let count = { [opening] in opening.context.unpack($0, .tcp(opening.stream)) }
        let fields =
            direction == .up
            ? upFields.fields(of: block, count: count) : downFields.fields(of: block, count: count)
        if fields == nil { report(.fields(stream: Int(block.stream)), arrived, &findings) }
        let offset = down.frameStart?.offset
        if block.isPromise || direction == .up {
            exchanges.takeRequest(block, fields, at: offset, direction)
        } else {
            exchanges.takeResponse(block, fields, at: offset, arrived)
        }
        if block.endsStream { forgetWindow(of: block.stream) }
    }

    private func report(_ fault: CaptureFault, _ arrived: Arrival, _ findings: inout CaptureFindings) {
        findings.add(CaptureFinding(packet: arrived.packet, stream: opening.stream, fault))
    }

    // MARK: Packets

    func weighQuiet(_ bytes: DirectionBytes) { exchanges.weighQuiet(bytes) }

    func beginPacket(_ bytes: Int, _ direction: StreamDirection) {
        let stream = direction == .up ? up : down
        exchanges.beginPacket(bytes, direction, isBetweenFrames: stream.isBetweenFrames)
    }

    func endPacket() { exchanges.endPacket() }

    func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        exchanges.countRepeated(count, at: offset, direction)
    }
}
