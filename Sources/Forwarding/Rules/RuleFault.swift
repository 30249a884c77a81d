package import Wire

/// A fault in a response, by the name of an origin's, and which responses have it.
package struct RuleFault: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The connection ends without a byte, with HTTP/2 the stream is reset.
        case emptyResponse
        /// The connection is reset, at once or after some of the body.
        case connectionReset
        /// The connection ends within the body, with HTTP/2 the stream is reset.
        case truncate
        /// Nothing is sent from some byte of the body on.
        case stall
        /// The body is sent in a few chunks over a period.
        case chunkedDribbleDelay
        /// The connection stays open for a period after the last byte, and then ends.
        case slowClose
        /// The head announces a longer body than is sent.
        case wrongContentLength
        /// Some bits of the body are flipped.
        case corruptBody
        /// A head, followed by bytes that are not a chunk.
        case malformedResponseChunk
        /// Bytes that are not a response.
        case randomDataThenClose
        /// A status line, followed by lines that are not fields.
        case garbageHeader
        case http2GoAway
        case http2StreamReset
    }

    package var kind: Kind
    /// Body bytes before the fault; nil uses the kind's default.
    package var after: Int?
    /// Duration of a dribble or a slow close.
    package var lasting: Nanoseconds
    /// Chunks of a dribble.
    package var chunks: Int
    /// Bytes that the head announces beyond the body's length.
    package var excess: Int
    /// Probability that an exchange has the fault.
    package var probability: Double
    /// Only the first requests for a URL, up to this number, can have it; nil means all.
    package var first: Int?

    package init(
        _ kind: Kind,
        after: Int? = nil,
        lasting: Nanoseconds = 0,
        chunks: Int = 1,
        excess: Int = 0,
        probability: Double = 1,
        first: Int? = nil
    ) {
        self.kind = kind
        self.after = after
        self.lasting = lasting
        self.chunks = chunks
        self.excess = excess
        self.probability = probability
        self.first = first
    }

    /// The server is asked, and the fault is in its response. Other faults take the response's place.
    package var isWithinResponse: Bool {
        switch kind {
        case .truncate, .stall, .chunkedDribbleDelay, .slowClose, .wrongContentLength, .corruptBody: true
        case .connectionReset, .http2GoAway, .http2StreamReset: after != nil
        case .emptyResponse, .malformedResponseChunk, .randomDataThenClose, .garbageHeader: false
        }
    }
}
