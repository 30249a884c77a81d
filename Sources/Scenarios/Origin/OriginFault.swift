package import Wire

/// What goes wrong with a response, and with which.
package struct OriginFault: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The connection ends without a byte.
        case emptyResponse
        /// A head, and then bytes that are no chunk.
        case malformedResponseChunk
        /// Bytes that are no response.
        case randomDataThenClose
        /// The connection is reset: at once, or after so much of the body.
        case connectionReset
        /// The connection ends in the body.
        case truncate
        /// The body comes in a few chunks over a time.
        case chunkedDribbleDelay
        /// From some byte of the body on nothing comes any more.
        case stall
        /// The connection stays open for a time after the last byte, and then ends.
        case slowClose
        /// The head promises more than comes.
        case wrongContentLength
        /// A status line, and then lines that are no fields.
        case garbageHeader
        case http2GoAway
        case http2StreamReset
        /// Some bits of the body are wrong.
        case corruptBody
        /// Connections are made, and nobody is there. Of the origin as a whole.
        case neverAccept
    }

    package var kind: Kind
    /// Bytes of the body that go out first; nil leaves it to the kind.
    package var after: Int?
    /// How long a dribble or a slow close takes; nil where the kind takes no time.
    package var lasting: Nanoseconds?
    /// Of a dribble; nil where the kind has none.
    package var chunks: Int?
    /// How many bytes more than there are the head promises; nil where the kind promises none.
    package var excess: Int?
    /// Of each request, to meet it.
    package var probability: Double
    /// Only so many requests of a file, the first ones, can meet it; nil is all.
    package var first: Int?

    package init(_ kind: Kind, after: Int? = nil, probability: Double = 1, first: Int? = nil) {
        self.kind = kind
        self.after = after
        self.probability = probability
        self.first = first
        lasting = kind.usualTime
        chunks = kind == .chunkedDribbleDelay ? 5 : nil
        excess = kind == .wrongContentLength ? 1000 : nil
    }
}

extension OriginFault.Kind {
    var usualTime: Nanoseconds? {
        switch self {
        case .chunkedDribbleDelay: 1_000_000_000
        case .slowClose: 5_000_000_000
        default: nil
        }
    }

    /// Whether it can begin at some byte of the body.
    package var takesPlace: Bool {
        [.connectionReset, .truncate, .stall, .http2GoAway, .http2StreamReset].contains(self)
    }
}
