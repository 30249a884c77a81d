/// Bytes of a stream that have arrived and are not consumed yet.
struct HTTP1Input: Sendable {
    /// Capacity kept for the next bytes: most heads are shorter.
    private static let keptRoom = 512

    /// Consumed bytes stay in front until others arrive, so that recently read bytes can still be looked at.
    private(set) var bytes: [UInt8] = []
    private var next = 0
    /// Stream offset of the first pending byte.
    private(set) var position = 0
    /// No more bytes will come.
    var isFinished = false
    /// A line has ended in LF without CR, and the grammar allows that.
    private(set) var hasBareLineFeed = false
    /// Pending bytes already known to hold no line end, so that each byte is looked at once.
    private var scanned = 0

    var pending: ArraySlice<UInt8> { bytes[next...] }
    var pendingCount: Int { bytes.count - next }

    /// Takes over the array if nothing is pending: content then reaches the reader without a copy.
    mutating func append(_ more: [UInt8]) {
        forget()
        if bytes.isEmpty { bytes = more } else { bytes += more }
    }

    /// The same for bytes in somebody else's memory.
    mutating func append(_ more: ArraySlice<UInt8>) {
        forget()
        bytes += more
    }

    /// Frees consumed bytes if nothing is pending: a stream may be quiet for long.
    mutating func forget() {
        if next == bytes.count {
            if bytes.count > Self.keptRoom { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
            next = 0
        } else if next > bytes.count / 2 {
            bytes.removeFirst(next)
            next = 0
        }
    }

    mutating func take(atMost count: Int) -> ArraySlice<UInt8> {
        bytes[advance(min(count, pendingCount))]
    }

    /// Skips bytes that nobody needs to see. Nothing may be pending.
    mutating func pass(_ count: Int) {
        position += count
    }

    /// Lets `read` parse the pending bytes from an index in `bytes` on, and consumes them up to the index
    /// that it returns. nil, with nothing consumed, if `read` returns nil or the bytes were looked at before:
    /// a stream that arrives byte by byte is not parsed again with each byte.
    mutating func take<Value>(_ read: ([UInt8], Int) -> (Value, Int)?) -> Value? {
        guard scanned == 0, pendingCount > 0, let (value, end) = read(bytes, next) else { return nil }
        _ = advance(end - next)
        return value
    }

    /// The range in `bytes` of the next line, without its line end; nil while the line is incomplete.
    ///
    /// Throws `tooLong` if the line cannot end at or before stream offset `limit`, however the bytes arrive.
    mutating func line(
        _ grammar: HTTP1Grammar,
        endingBy limit: Int,
        orElse problem: HTTP1Error.Problem,
        at fault: Int
    ) throws(HTTP1Error) -> Range<Int>? {
        let start = position
        guard let end = HTTPText.place(of: HTTPText.lineFeed, in: bytes, from: next + scanned) else {
            scanned = pendingCount
            if start + scanned >= limit { throw HTTP1Error(problem, at: fault) }
            return nil
        }
        let length = end - next + 1
        if start + length > limit { throw HTTP1Error(problem, at: fault) }
        let line = advance(length).lowerBound..<end
        if end > line.lowerBound, bytes[end - 1] == HTTPText.carriageReturn {
            return line.lowerBound..<end - 1
        }
        if grammar == .strict { throw HTTP1Error(.bareLineFeed, at: start) }
        hasBareLineFeed = true
        return line
    }

    /// Whether a line has ended in LF without CR since the last call.
    mutating func takeBareLineFeed() -> Bool {
        defer { hasBareLineFeed = false }
        return hasBareLineFeed
    }

    private mutating func advance(_ count: Int) -> Range<Int> {
        let taken = next..<next + count
        next += count
        position += count
        scanned = 0
        return taken
    }
}
