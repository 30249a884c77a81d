/// The bytes of a stream that have arrived and are not consumed yet.
struct HTTP1Input: Sendable {
    private(set) var pending: ArraySlice<UInt8> = []
    /// Offset in the stream of the first pending byte.
    private(set) var position = 0
    /// No more will come.
    var isFinished = false
    /// Pending bytes already known to hold no line end, so that each byte is looked at once.
    private var scanned = 0

    /// Takes the slice itself where nothing is pending: content then reaches the reader without a copy.
    mutating func append(_ bytes: ArraySlice<UInt8>) {
        if pending.isEmpty { pending = bytes } else { pending += bytes }
    }

    mutating func take(atMost count: Int) -> ArraySlice<UInt8> {
        let taken = pending.prefix(count)
        // An empty slice would keep its bytes in memory for as long as the stream is quiet.
        pending = taken.count == pending.count ? [] : pending.dropFirst(taken.count)
        position += taken.count
        scanned = 0
        return taken
    }

    /// The next line without its line end; nil while the line is incomplete.
    ///
    /// Throws `tooLong` where the line cannot end at or before stream offset `limit`, however the bytes arrive.
    mutating func line(
        _ grammar: HTTP1Grammar,
        endingBy limit: Int,
        orElse tooLong: HTTP1Error
    ) throws(HTTP1Error) -> ArraySlice<UInt8>? {
        let start = position
        guard let end = pending.dropFirst(scanned).firstIndex(of: HTTPText.lineFeed) else {
            scanned = pending.count
            if start + scanned >= limit { throw tooLong }
            return nil
        }
        let length = end - pending.startIndex + 1
        if start + length > limit { throw tooLong }
        let line = take(atMost: length).dropLast()
        if line.last == HTTPText.carriageReturn { return line.dropLast() }
        if grammar == .strict { throw HTTP1Error(.bareLineFeed, at: start) }
        return line
    }
}
