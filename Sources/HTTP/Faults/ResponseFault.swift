package import Wire

/// What goes wrong with responses on purpose, an origin's or those that a proxy passes on, and with which.
package struct ResponseFault: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The connection ends without a byte, with HTTP/2 the stream is reset.
        case emptyResponse
        /// A head, followed by bytes that are not a chunk.
        case malformedResponseChunk
        /// Bytes that are not a response.
        case randomDataThenClose
        /// The connection is reset, at once or after some of the body.
        case connectionReset
        /// The connection ends within the body, with HTTP/2 the stream is reset.
        case truncate
        /// The body is sent in a few chunks over a period.
        case chunkedDribbleDelay
        /// Nothing is sent from some byte of the body on.
        case stall
        /// The connection stays open for a period after the last byte, and then ends.
        case slowClose
        /// The head announces a longer body than is sent.
        case wrongContentLength
        /// A status line, followed by lines that are not fields.
        case garbageHeader
        case http2GoAway
        case http2StreamReset
        /// Some bits of the body are flipped.
        case corruptBody
        /// Connections are established, but no server accepts them. Only an origin as a whole can have it.
        case neverAccept
    }

    package var kind: Kind
    /// Body bytes sent before the fault; nil uses the kind's default.
    package var after: Int?
    /// Duration of a dribble or a slow close; nil for other kinds.
    package var lasting: Nanoseconds?
    /// Number of chunks of a dribble; nil for other kinds.
    package var chunks: Int?
    /// Bytes that the head announces beyond the body's length; nil for other kinds.
    package var excess: Int?
    /// Probability that a request meets the fault.
    package var probability: Double
    /// Only the first requests of a file or a URL, up to this number, can meet the fault; nil means all.
    package var first: Int?

    /// What is not given is as usual for the kind.
    package init(
        _ kind: Kind,
        after: Int? = nil,
        lasting: Nanoseconds? = nil,
        chunks: Int? = nil,
        excess: Int? = nil,
        probability: Double = 1,
        first: Int? = nil
    ) {
        self.kind = kind
        self.after = after
        self.probability = probability
        self.first = first
        self.lasting = lasting ?? kind.usualTime
        self.chunks = chunks ?? (kind == .chunkedDribbleDelay ? 5 : nil)
        self.excess = excess ?? (kind == .wrongContentLength ? 1000 : nil)
    }
}

extension ResponseFault.Kind {
    fileprivate var usualTime: Nanoseconds? {
        switch self {
        case .chunkedDribbleDelay: 1_000_000_000
        case .slowClose: 5_000_000_000
        default: nil
        }
    }

    /// True if the fault can begin at a given byte of the body.
    package var allowsOffset: Bool {
        [.connectionReset, .truncate, .stall, .http2GoAway, .http2StreamReset].contains(self)
    }
}
