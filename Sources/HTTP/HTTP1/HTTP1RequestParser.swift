/// Parses requests from the bytes that a client sent on one connection.
///
/// Call `receive(_:)` as bytes arrive, then `next()` until it returns nil. Pipelined requests follow one
/// another. A fault is final and thrown again by every later call.
package struct HTTP1RequestParser: Sendable {
    package typealias Event = HTTP1Event<HTTPRequestHead>

    private let grammar: HTTP1Grammar
    private var reader: HTTP1MessageReader<HTTPRequestHead>

    package init(_ grammar: HTTP1Grammar, limits: HTTP1Limits = HTTP1Limits()) {
        self.grammar = grammar
        reader = HTTP1MessageReader(grammar, limits)
    }

    /// Stream offset of the first byte that belongs to no event yet.
    package var position: Int { reader.position }

    /// Received bytes that no event has used: part of an incomplete element, or bytes after a `CONNECT`.
    package var unconsumed: ArraySlice<UInt8> { reader.unconsumed }

    /// The complete lines of the head being read, and their range in the stream.
    package var unfinishedHead: (head: HTTPRequestHead, range: Range<Int>)? { reader.unfinishedHead }

    /// True between requests, if no byte of the next one has arrived.
    package var isIdle: Bool { reader.isIdle }

    /// Number of next bytes that are content whatever their values. Ask after `next()` has returned nil.
    package var contentAhead: Int { reader.contentAhead }

    /// Counts `count` bytes of content, at most those ahead, that nobody needs to see.
    package mutating func pass(_ count: Int) {
        reader.pass(count)
    }

    package mutating func receive(_ bytes: ArraySlice<UInt8>) {
        reader.receive(bytes)
    }

    package mutating func receive(_ bytes: [UInt8]) {
        reader.receive(bytes)
    }

    /// Marks the end of the stream: a body that is cut short then ends, a head that is cut short throws.
    package mutating func finish() {
        reader.finish()
    }

    package mutating func next() throws(HTTP1Error) -> Event? {
        let grammar = grammar
        return try reader.next { (head, offset) throws(HTTP1Error) in
            if grammar == .strict { try Self.checkHost(of: head, at: offset) }
            if head.method == "CONNECT" { return try Self.tunnelFraming(of: head, grammar, at: offset) }
            let stated = try HTTP1Framing.stated(
                by: head.fields,
                version: head.version,
                grammar: grammar,
                at: offset
            )
            // A request without any framing has no body.
            return stated == .untilClose ? .none : stated ?? .none
        }
    }

    /// Skips the next event if it is the end of a message without a body whose head was the latest event.
    package mutating func passEnd() -> Bool { reader.passEnd() }

    private static func checkHost(of head: HTTPRequestHead, at offset: Int) throws(HTTP1Error) {
        let isFit =
            if let host = head.fields.only("Host") {
                HTTPAuthority.isSpelt(host)
            } else {
                !head.fields.has("Host") && head.version < .http11
            }
        guard isFit else { throw HTTP1Error(.host, at: offset) }
    }

    /// `CONNECT` has no body: the bytes after it are the tunnel's, or the next request if it is refused. With
    /// a stated body they would be ambiguous.
    private static func tunnelFraming(
        of head: HTTPRequestHead,
        _ grammar: HTTP1Grammar,
        at offset: Int
    ) throws(HTTP1Error) -> HTTP1Framing {
        if grammar == .lenient { return .none }
        switch try HTTP1Framing.stated(by: head.fields, version: head.version, grammar: grammar, at: offset) {
        case nil, .length(0): return .none
        case .chunked: throw HTTP1Error(.transferEncoding, at: offset)
        default: throw HTTP1Error(.contentLength, at: offset)
        }
    }
}
