import HTTP
import Wire

/// The bytes of one connection: its requests, and when they arrived.
struct RequestStream {
    private var parser: HTTP1RequestParser
    private var arrivals = ArrivalTimes()
    /// Stream offset at which the latest event ended.
    private var parsed = 0
    /// No more bytes will come.
    var isOver = false

    init(_ limits: HTTP1Limits) {
        parser = HTTP1RequestParser(.strict, limits: limits)
    }

    /// Received bytes that belong to no event yet.
    var unparsed: Int { arrivals.end - parsed }

    mutating func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        arrivals.note(bytes.count, at: instant)
        parser.receive(bytes)
    }

    /// Bytes after the latest event: another protocol's, if one takes over the connection.
    var rest: [UInt8] { Array(parser.unconsumed) }

    mutating func next() throws(HTTP1Error) -> HTTP1RequestParser.Event? {
        guard let event = try parser.next() else { return nil }
        parsed = parser.position
        if case .body = event { arrivals.forget(before: parsed) }
        return event
    }

    /// Skips the end of a request whose head was the latest event, if it has no body; returns false if it has
    /// one.
    mutating func passEnd() -> Bool { parser.passEnd() }

    /// When the byte at `offset` arrived; the latest arrival if it was forgotten or has not arrived.
    func instant(of offset: Int) -> Instant? { arrivals.instant(of: offset) }

    /// The same for a request's last byte. Forgets everything before it, since nobody asks about that any
    /// more.
    mutating func takeInstant(endingAt end: Int) -> Instant? {
        defer { arrivals.forget(before: end) }
        return arrivals.instant(of: end - 1)
    }
}
