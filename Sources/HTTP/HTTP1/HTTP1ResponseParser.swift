/// Parses responses from the bytes that a server sent on one connection.
///
/// A response's framing depends on its request, so pass each request's method to `expect(method:)`, in order
/// and no later than its response's bytes, or set `method` before each event; the default is GET. Interim responses (1xx) have heads and ends of
/// their own and use up no expectation.
package struct HTTP1ResponseParser: Sendable {
    package typealias Event = HTTP1Event<HTTPResponseHead>

    private let grammar: HTTP1Grammar
    private var reader: HTTP1MessageReader<HTTPResponseHead>
    private var methods: ArraySlice<String> = []
    /// Method of the request that the next response answers, if none is expected.
    package var method: String?

    package init(_ grammar: HTTP1Grammar, limits: HTTP1Limits = HTTP1Limits()) {
        self.grammar = grammar
        reader = HTTP1MessageReader(grammar, limits)
    }

    /// Stream offset of the first byte that belongs to no event yet.
    package var position: Int { reader.position }

    /// Received bytes that no event has used: part of an incomplete element, or of the protocol switched to.
    package var unconsumed: ArraySlice<UInt8> { reader.unconsumed }

    /// The complete lines of the head being read, and their range in the stream.
    package var unfinishedHead: (head: HTTPResponseHead, range: Range<Int>)? { reader.unfinishedHead }

    /// True between responses, if no byte of the next one has arrived.
    package var isIdle: Bool { reader.isIdle }

    /// True once a 101 or a successful `CONNECT` gave the connection to another protocol: no more events come.
    package var isTunnel: Bool { reader.isTunnel }

    package mutating func expect(method: String) {
        methods.append(method)
    }

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

    /// Marks the end of the stream: a body that runs until then ends complete, one that is cut short ends
    /// incomplete, a head that is cut short throws.
    package mutating func finish() {
        reader.finish()
    }

    package mutating func next() throws(HTTP1Error) -> Event? {
        let grammar = grammar
        let method = methods.first ?? method ?? "GET"
        let event = try reader.next { (head, offset) throws(HTTP1Error) in
            try HTTP1Framing.ofResponse(head, to: method, grammar, at: offset)
        }
        if case .head(let head, _) = event, head.status >= 200 { methods = methods.dropFirst() }
        return event
    }
}
