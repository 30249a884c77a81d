/// How the end of a message's body is determined.
package enum HTTP1Framing: Hashable, Sendable {
    case none
    case length(Int)
    case chunked
    /// The end of the stream ends the body. Requests never use this.
    case untilClose
    /// Another protocol takes over the connection.
    case tunnel

    private static let names = HTTPFieldNames("Content-Length", "Transfer-Encoding")

    /// Framing by the fields alone; nil if they state none.
    static func stated(
        by fields: HTTPFields,
        version: HTTPVersion,
        grammar: HTTP1Grammar,
        at offset: Int
    ) throws(HTTP1Error) -> HTTP1Framing? {
        guard fields.mayHave(names) else { return nil }
        let lengths = fields.values("Content-Length")
        if fields.has("Transfer-Encoding") {
            let codings = fields.tokens("Transfer-Encoding")
            return try coded(codings, hasLength: !lengths.isEmpty, version, grammar, at: offset)
        }
        guard let first = lengths.first else { return nil }
        let members = grammar == .lenient ? fields.tokens("Content-Length") : lengths
        guard grammar == .lenient || members.count == 1,
            let length = HTTPText.number(ArraySlice((members.first ?? first).utf8)),
            members.allSatisfy({ HTTPText.number(ArraySlice($0.utf8)) == length })
        else { throw HTTP1Error(.contentLength, at: offset) }
        return .length(length)
    }

    private static func coded(
        _ codings: [String],
        hasLength: Bool,
        _ version: HTTPVersion,
        _ grammar: HTTP1Grammar,
        at offset: Int
    ) throws(HTTP1Error) -> HTTP1Framing {
        if grammar == .lenient { return codings.last == "chunked" ? .chunked : .untilClose }
        let isRepeated = grammar == .tolerant && Set(codings) == ["chunked"]
        let codings = isRepeated ? ["chunked"] : codings
        let chunkings = codings.filter { $0 == "chunked" }.count
        guard !hasLength, version >= .http11, chunkings == 1, codings.last == "chunked" else {
            let isForeign = !hasLength && version >= .http11 && chunkings == 0 && !codings.isEmpty
            throw HTTP1Error(isForeign ? .unknownTransferCoding : .transferEncoding, at: offset)
        }
        guard codings == ["chunked"] else { throw HTTP1Error(.unknownTransferCoding, at: offset) }
        return .chunked
    }
}

// MARK: Responses

extension HTTP1Framing {
    /// A response's framing, which depends on the method of its request.
    static func ofResponse(
        _ head: HTTPResponseHead,
        to method: String,
        _ grammar: HTTP1Grammar,
        at offset: Int
    ) throws(HTTP1Error) -> HTTP1Framing {
        // Statements about a body in such a head must be ignored: RFC 9110, 9.3.6.
        if method == "CONNECT", 200..<300 ~= head.status { return .tunnel }
        let isBodiless = method == "HEAD" || !head.allowsContent
        if isBodiless, grammar == .lenient { return head.status == 101 ? .tunnel : .none }
        let stated = try stated(by: head.fields, version: head.version, grammar: grammar, at: offset)
        guard isBodiless else { return stated ?? .untilClose }
        // The answer to HEAD, and a 304, describe the body that another request would have got. Any other
        // bodiless status that states a body is ambiguous.
        if !head.allowsContent, head.status != 304 {
            switch stated {
            case nil, .length(0): break
            case .chunked: throw HTTP1Error(.transferEncoding, at: offset)
            default: throw HTTP1Error(.contentLength, at: offset)
            }
        }
        return head.status == 101 ? .tunnel : .none
    }
}
