/// Requests out of the bytes that a client sent on one connection.
///
/// Feed it with `receive(_:)` as bytes come, then call `next()` until it answers nil. Pipelined requests follow one
/// another; a fault is final and thrown again by every later call.
package struct HTTP1RequestParser: Sendable {
    package typealias Event = HTTP1Event<HTTPRequestHead>

    private let grammar: HTTP1Grammar
    private var reader: HTTP1MessageReader<HTTPRequestHead>

    package init(_ grammar: HTTP1Grammar, limits: HTTP1Limits = HTTP1Limits()) {
        self.grammar = grammar
        reader = HTTP1MessageReader(grammar, limits)
    }

    /// Offset in the stream of the first byte that belongs to no event yet.
    package var position: Int { reader.position }

    /// Received bytes that no event has used: of an incomplete element, or of what follows a `CONNECT`.
    package var unconsumed: ArraySlice<UInt8> { reader.unconsumed }

    /// The head that is being read as far as its lines are whole, and where they stand in the stream.
    package var unfinishedHead: (head: HTTPRequestHead, range: Range<Int>)? { reader.unfinishedHead }

    /// True between requests, with no byte of the next one here.
    package var isIdle: Bool { reader.isIdle }

    /// How many of the next bytes are content whatever they are. To be asked once `next()` has answered nil.
    package var contentAhead: Int { reader.contentAhead }

    /// Counts so many bytes of content, at most those ahead, that nobody needs to see.
    package mutating func pass(_ count: Int) {
        reader.pass(count)
    }

    package mutating func receive(_ bytes: ArraySlice<UInt8>) {
        reader.receive(bytes)
    }

    package mutating func receive(_ bytes: [UInt8]) {
        reader.receive(bytes)
    }

    /// Says that no more will come: a body that is cut short then ends, a head that is throws.
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

    /// Passes over the end that would be the next event, where the latest was the head of a message without a body.
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

    /// `CONNECT` has no body: bytes behind it are the tunnel's, or the next request where it is refused. One that
    /// states a body would let them be taken for either.
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
