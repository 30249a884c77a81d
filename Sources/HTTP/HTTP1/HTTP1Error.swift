/// Bytes that are no HTTP/1 message: the problem and its offset in the stream.
package struct HTTP1Error: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Problem: Hashable, Sendable {
        case startLine
        case version
        case target
        case startLineTooLong
        case headTooLarge
        case tooManyFields
        case bareLineFeed
        case fieldName
        case fieldValue
        /// A field line that continues in the next one.
        case foldedField
        case host
        case contentLength
        case transferEncoding
        /// A coding that is legal but not understood.
        case unknownTransferCoding
        case chunkSize
        case chunkEnd
        case chunkExtensions
        /// The stream ended inside a head.
        case truncatedHead
        /// The stream ended inside a body whose end had been stated.
        case truncatedBody
        /// The stream ended before the response's head.
        case missingResponse
        /// A server's bytes that no request asked for.
        case unaskedBytes
        /// A 101 to a request that asked for no other protocol.
        case unaskedSwitch
        case tooManyInterimHeads
    }

    package var problem: Problem
    /// Stream offset of the faulty line or element.
    package var offset: Int

    package init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    /// Status of the server's answer.
    package var status: Int {
        switch problem {
        case .startLineTooLong: 414
        case .headTooLarge, .tooManyFields: 431
        case .unknownTransferCoding: 501
        case .version: 505
        default: 400
        }
    }

    package var description: String { "\(reason) (byte \(offset) of the stream)" }

    var reason: String {
        switch problem {
        case .startLine: "the first line is not an HTTP/1 start line"
        case .version: "the version is not HTTP/1.0 or HTTP/1.1"
        case .target: "the target is malformed, or of a form that the method does not allow"
        case .startLineTooLong: "the first line is too long"
        case .headTooLarge: "the head is too large"
        case .tooManyFields: "there are too many fields"
        case .bareLineFeed: "a line ends in LF without CR"
        case .fieldName: "a field has no valid name before its colon"
        case .fieldValue: "a field's value holds control characters"
        case .foldedField: "a field continues on the next line"
        case .host: "HTTP/1.1 needs exactly one Host field, with a host and optionally a port"
        case .contentLength: "Content-Length is not one decimal number"
        case .transferEncoding: "Transfer-Encoding contradicts the rest of the head"
        case .unknownTransferCoding: "Transfer-Encoding names a coding other than chunked"
        case .chunkSize: "a chunk's size is not a hexadecimal number"
        case .chunkEnd: "a chunk does not end where its size says"
        case .chunkExtensions: "a body's chunks have too many extensions"
        case .truncatedHead: "the stream ended inside a head"
        case .truncatedBody: "the stream ended inside a body"
        case .missingResponse: "the stream ended before the response began"
        case .unaskedBytes: "the server sent bytes that belong to no request"
        case .unaskedSwitch: "the server switches protocols, which the request did not ask for"
        case .tooManyInterimHeads: "too many interim responses precede the final one"
        }
    }
}
