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
