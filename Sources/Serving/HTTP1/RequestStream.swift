import HTTP
import Wire

/// The bytes of one connection: the requests in them, and when they came.
struct RequestStream {
    private var parser: HTTP1RequestParser
    private var arrivals = ArrivalTimes()
    /// Where the latest event ended.
    private var parsed = 0
    /// No more will come.
    var isOver = false

    init(_ limits: HTTP1Limits) {
        parser = HTTP1RequestParser(.strict, limits: limits)
    }

    /// Bytes that came and belong to no event yet.
    var unparsed: Int { arrivals.end - parsed }

    mutating func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        arrivals.note(bytes.count, at: instant)
        parser.receive(bytes)
    }

    /// What came behind the latest event: another protocol's, where the connection goes on with one.
    var rest: [UInt8] { Array(parser.unconsumed) }

    mutating func next() throws(HTTP1Error) -> HTTP1RequestParser.Event? {
        guard let event = try parser.next() else { return nil }
        parsed = parser.position
        if case .body = event { arrivals.forget(before: parsed) }
        return event
    }

    /// Passes over the end of a request whose head was the latest event, where it has no body; false where it has one.
    mutating func passEnd() -> Bool { parser.passEnd() }

    /// When the byte at `offset` came; the latest arrival where it was forgotten or has not come.
    func instant(of offset: Int) -> Instant? { arrivals.instant(of: offset) }

    /// The same of a request's last byte: nobody asks about what came before it any more.
    mutating func takeInstant(endingAt end: Int) -> Instant? {
        defer { arrivals.forget(before: end) }
        return arrivals.instant(of: end - 1)
    }
}
