import Wire

/// Finds the frames in one direction of an HTTP/3 stream.
struct HTTP3FrameStream {
    enum Event {
        /// A DATA frame begins, whose head takes this many bytes.
        case dataBegins(head: Int)
        /// Content, in this range of the bytes that were handed over.
        case content(Range<Int>)
        /// So much content that was left out.
        case missing(Int)
        case headers(HTTP3Section)
        case frame(UInt64, [UInt8])
        /// A frame is longer than is read.
        case damaged
    }

    /// Longest frame that is read whole.
    private static let longestFrame = 1 << 20
    /// Longest head: a type and a length of eight bytes each.
    private static let longestHead = 16

    private var head: [UInt8] = []
    private var type: UInt64 = 0
    private var payload: [UInt8] = []
    /// Bytes of the frame's payload still to come.
    private var left = 0
    private var isInFrame = false
    private var headBytes = 0
    private var start = Arrival(stamp: 0, packet: 0)
    /// True if bytes are missing that hide where the next frame begins.
    private(set) var isLost = false

    var heldBytes: Int { payload.count + head.count }
    /// Bytes that may be missing without hiding later frames.
    var contentAhead: Int { isInFrame && type == HTTP3Frame.Kind.data ? left : 0 }

    mutating func stop() {
        isLost = true
        (head, payload) = ([], [])
    }

    /// Takes the next bytes, up to the end of a HEADERS frame: those behind it may have to wait for its fields. Returns
    /// how many it took.
    mutating func receive(_ bytes: RawSpan, _ arrival: Arrival, _ take: (Event) -> Void) -> Int {
        var place = 0
        while place < bytes.byteCount, !isLost {
            guard isInFrame else {
                place += readHead(bytes, from: place, arrival, take)
                if !isInFrame, head.isEmpty, type == HTTP3Frame.Kind.headers { return place }
                continue
            }
            let count = min(left, bytes.byteCount - place)
            if type == HTTP3Frame.Kind.data {
                take(.content(place..<place + count))
            } else if Self.isRead(type) {
                payload.append(copying: bytes.extracting(place..<place + count))
            }
            place += count
            left -= count
            guard left == 0 else { break }
            end(take)
            if type == HTTP3Frame.Kind.headers { return place }
        }
        return isLost ? bytes.byteCount : place
    }

    /// Content that is missing, or was left out.
    mutating func pass(_ count: Int, _ take: (Event) -> Void) {
        guard count <= contentAhead else { return stop() }
        left -= count
        take(.missing(count))
        if left == 0 { end(take) }
    }

    private mutating func readHead(
        _ bytes: RawSpan,
        from first: Int,
        _ arrival: Arrival,
        _ take: (Event) -> Void
    ) -> Int {
        if head.isEmpty { start = arrival }
        var place = first
        while place < bytes.byteCount, head.count < Self.longestHead {
            head.append(bytes.byte(at: place) ?? 0)
            place += 1
            guard let size = size() else { continue }
            begin(size.type, length: size.length, take)
            break
        }
        return place - first
    }

    private func size() -> (type: UInt64, length: Int)? {
        let span = head.span.bytes
        guard let type = span.quicNumber64(at: 0), let length = span.quicNumber(at: type.end) else {
            return nil
        }
        return (type.value, length.value)
    }

    private mutating func begin(_ type: UInt64, length: Int, _ take: (Event) -> Void) {
        (self.type, left, isInFrame, headBytes) = (type, length, true, head.count)
        head.removeAll(keepingCapacity: true)
        payload.removeAll(keepingCapacity: true)
        if type == HTTP3Frame.Kind.data {
            take(.dataBegins(head: headBytes))
        } else if Self.isRead(type), length > Self.longestFrame {
            take(.damaged)
            return stop()
        }
        if left == 0 { end(take) }
    }

    private mutating func end(_ take: (Event) -> Void) {
        isInFrame = false
        if type == HTTP3Frame.Kind.headers {
            take(.headers(HTTP3Section(bytes: payload, wireBytes: payload.count + headBytes, start: start)))
        } else if type != HTTP3Frame.Kind.data, Self.isRead(type) {
            take(.frame(type, payload))
        }
        payload = []
    }

    /// Other types have no meaning here, reserved ones none at all.
    private static func isRead(_ type: UInt64) -> Bool {
        [
            HTTP3Frame.Kind.headers, HTTP3Frame.Kind.settings, HTTP3Frame.Kind.pushPromise,
            HTTP3Frame.Kind.goAway,
        ].contains(type)
    }
}
