import HTTP
import Wire

/// The frames of a connection that became a WebSocket. Payload is counted, never kept.
struct WebSocketReader {
    /// Offsets within the stream stay far from the limits of integers.
    private static let longest = UInt64(Int.max >> 9)

    /// One direction's place between and within frames.
    private struct Side {
        /// Bytes of a frame's header so far: 14 at most; for a close frame also its code.
        var header: [UInt8] = []
        /// Payload bytes still to come.
        var payload = 0
        /// Stream offset after the last byte received or skipped.
        var reached: Int
        /// The direction cannot be read after a gap that is more than payload.
        var isLost = false
    }

    /// Index of the exchange that opened it.
    let exchange: Int
    private(set) var frames = WebSocketFrames()
    private(set) var lastArrival: Arrival?
    private var up: Side
    private var down: Side

    /// `rest` holds the server's bytes after its response.
    init(exchange: Int, up: Int, down: Int, rest: ArraySlice<UInt8>) {
        self.exchange = exchange
        self.up = Side(reached: up)
        self.down = Side(reached: down)
        Self.read(Array(rest).span.bytes, &self.down, &frames.down, &frames.closeCode)
    }

    func wanted(_ direction: StreamDirection) -> Int {
        let side = direction == .up ? up : down
        return side.isLost ? .max : side.reached + side.payload
    }

    mutating func receive(_ bytes: RawSpan, _ piece: StreamPiece, _ direction: StreamDirection) {
        pass(to: piece.offset, direction)
        lastArrival = piece.arrived
        if direction == .up {
            Self.read(bytes, &up, &frames.up, &frames.closeCode)
        } else {
            Self.read(bytes, &down, &frames.down, &frames.closeCode)
        }
    }

    mutating func miss(_ piece: StreamPiece, _ direction: StreamDirection) {
        pass(to: piece.end, direction)
    }

    mutating func finish(_ piece: StreamPiece, _ direction: StreamDirection) {
        pass(to: piece.offset, direction)
    }

    /// Skips to `offset`: the bytes before it were payload, or nothing more can be read.
    private mutating func pass(to offset: Int, _ direction: StreamDirection) {
        if direction == .up { Self.pass(to: offset, &up) } else { Self.pass(to: offset, &down) }
    }

    private static func pass(to offset: Int, _ side: inout Side) {
        let count = offset - side.reached
        guard count > 0 else { return }
        if count > side.payload { side.isLost = true }
        side.payload = max(0, side.payload - count)
        side.reached = offset
    }

    private static func read(
        _ bytes: RawSpan,
        _ side: inout Side,
        _ counts: inout WebSocketFrames.Side,
        _ closeCode: inout Int?
    ) {
        var place = 0
        side.reached += bytes.byteCount
        while place < bytes.byteCount, !side.isLost {
            if side.payload > 0 {
                let passed = min(side.payload, bytes.byteCount - place)
                side.payload -= passed
                place += passed
                continue
            }
            guard let byte = bytes.byte(at: place) else { return }
            side.header.append(byte)
            place += 1
            guard let length = headerLength(side.header), side.header.count == length else { continue }
            take(&side, &counts, &closeCode)
        }
    }

    /// nil before the first two bytes have come.
    private static func headerLength(_ header: [UInt8]) -> Int? {
        guard let length = WebSocketFrameHead.length(of: header) else { return nil }
        return length + (header[0] & 0x0F == 8 && header[1] & 0x7F >= 2 ? 2 : 0)
    }

    private static func take(
        _ side: inout Side,
        _ counts: inout WebSocketFrames.Side,
        _ closeCode: inout Int?
    ) {
        let header = side.header
        side.header.removeAll(keepingCapacity: true)
        let frame = WebSocketFrameHead(header)
        let length = Int(frame.length & longest)
        counts.frames += 1
        side.payload = length
        if frame.isOfMessage {
            counts.bytes += length
            if frame.isLast { counts.messages += 1 }
        } else {
            counts.controls += 1
        }
        guard frame.kind == 8, length >= 2, let start = WebSocketFrameHead.length(of: header),
            header.count >= start + 2
        else { return }
        let mask = frame.mask.isEmpty ? [0, 0] : frame.mask.prefix(2)
        let code = zip(header[start...], mask).reduce(0) { $0 << 8 | Int($1.0 ^ $1.1) }
        if closeCode == nil { closeCode = code }
        side.payload = length - 2
    }
}
