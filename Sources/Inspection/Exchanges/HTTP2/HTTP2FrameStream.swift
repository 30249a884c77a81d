import Wire

/// The frames in one direction of a connection. The payload of a data frame is passed on or counted, never
/// kept.
struct HTTP2FrameStream {
    /// Longest frame that must be seen whole.
    private static let longestKept = 1 << 20

    enum Event {
        /// A frame of data begins; its padding is not counted.
        case dataBegins(HTTP2Frame)
        /// Bytes of its content; they are seen only if wanted.
        case data(HTTP2Frame, count: Int)
        case dataEnds(HTTP2Frame)
        /// A whole frame of another kind.
        case frame(HTTP2Frame, payload: [UInt8])
        /// The stream cannot be read from here on.
        case damaged
    }

    private enum Stage {
        case preface(left: Int)
        case head([UInt8])
        case padLength(HTTP2Frame)
        case payload(HTTP2Frame, [UInt8])
        /// `left` bytes of content, then `padding` bytes of padding.
        case content(HTTP2Frame, left: Int, padding: Int)
        case over
    }

    private var stage: Stage
    /// Stream offset after the last byte received or skipped.
    private(set) var reached = 0
    /// The packet with the first byte of the current frame, and that byte's stream offset.
    private(set) var frameStart: (offset: Int, arrival: Arrival)?

    init(prefaceLength: Int) {
        stage = prefaceLength > 0 ? .preface(left: prefaceLength) : .head([])
    }

    var isOver: Bool {
        if case .over = stage { return true }
        return false
    }

    /// Bytes of memory that the current frame takes.
    var heldBytes: Int {
        if case .payload(_, let held) = stage { return held.count }
        return 0
    }

    /// True between two frames.
    var isBetweenFrames: Bool {
        if case .head(let head) = stage { return head.isEmpty }
        return false
    }

    /// How many of the next bytes are counted in any case.
    var contentAhead: Int {
        switch stage {
        case .preface(let left): left
        case .content(_, let left, let padding): left + padding
        case .head, .padLength, .payload, .over: 0
        }
    }

    /// Counts bytes that nobody needs to see, at most those ahead.
    mutating func pass(_ count: Int, _ event: (Event) -> Void) {
        reached += count
        switch stage {
        case .preface(let left):
            stage = left > count ? .preface(left: left - count) : .head([])
        case .content(let frame, let left, let padding):
            let content = min(left, count)
            if content > 0 { event(.data(frame, count: content)) }
            rest(frame, left - content, padding - (count - content), event)
        case .head, .padLength, .payload, .over: break
        }
    }

    private mutating func rest(_ frame: HTTP2Frame, _ left: Int, _ padding: Int, _ event: (Event) -> Void) {
        guard left + padding <= 0 else {
            stage = .content(frame, left: left, padding: padding)
            return
        }
        stage = .head([])
        if frame.kind == HTTP2Frame.Kind.data { event(.dataEnds(frame)) }
    }

    /// Takes bytes up to the end of what they complete; returns how many it took.
    mutating func receive(
        _ bytes: RawSpan,
        _ arrival: Arrival,
        content: (HTTP2Frame, RawSpan) -> Void,
        _ event: (Event) -> Void
    ) -> Int {
        if contentAhead > 0 {
            let count = min(contentAhead, bytes.byteCount)
            if case .content(let frame, let left, _) = stage, frame.kind == HTTP2Frame.Kind.data, left > 0 {
                content(frame, bytes.extracting(0..<min(left, count)))
            }
            pass(count, event)
            return count
        }
        let taken: Int
        switch stage {
        case .head(let head): taken = takeHead(head, bytes, arrival, event)
        case .padLength(let frame):
            taken = 1
            let padding = Int(bytes.byte(at: 0) ?? 0)
            guard padding < frame.length else {
                stage = .over
                event(.damaged)
                break
            }
            stage = .content(frame, left: frame.length - 1 - padding, padding: padding)
            rest(frame, frame.length - 1 - padding, padding, event)
        case .payload(let frame, let held): taken = takePayload(frame, held, bytes, event)
        case .preface, .content, .over: taken = bytes.byteCount
        }
        reached += taken
        return taken
    }

    private mutating func takeHead(
        _ head: [UInt8],
        _ bytes: RawSpan,
        _ arrival: Arrival,
        _ event: (Event) -> Void
    ) -> Int {
        if head.isEmpty { frameStart = (reached, arrival) }
        var head = head
        let taken = min(HTTP2Frame.headLength - head.count, bytes.byteCount)
        head.append(copying: bytes.extracting(0..<taken))
        guard head.count == HTTP2Frame.headLength else {
            stage = .head(head)
            return taken
        }
        begin(HTTP2Frame(head), event)
        return taken
    }

    private mutating func begin(_ frame: HTTP2Frame, _ event: (Event) -> Void) {
        if frame.isKept {
            guard frame.length <= Self.longestKept else {
                stage = .over
                event(.damaged)
                return
            }
            stage = .head([])
            if frame.length > 0 { stage = .payload(frame, []) } else { event(.frame(frame, payload: [])) }
        } else if frame.kind == HTTP2Frame.Kind.data {
            event(.dataBegins(frame))
            if frame.has(HTTP2Frame.Flag.padded), frame.length > 0 {
                stage = .padLength(frame)
            } else {
                rest(frame, frame.length, 0, event)
            }
        } else {
            rest(frame, 0, frame.length, event)
        }
    }

    private mutating func takePayload(
        _ frame: HTTP2Frame,
        _ held: [UInt8],
        _ bytes: RawSpan,
        _ event: (Event) -> Void
    ) -> Int {
        var payload = held
        // Keep one owner, so that the buffer grows in place.
        stage = .head([])
        let taken = min(frame.length - payload.count, bytes.byteCount)
        payload.append(copying: bytes.extracting(0..<taken))
        if payload.count == frame.length {
            event(.frame(frame, payload: payload))
        } else {
            stage = .payload(frame, payload)
        }
        return taken
    }

    /// Stops reading: nothing after a gap can be read.
    mutating func stop(at offset: Int) {
        stage = .over
        reached = max(reached, offset)
    }
}
