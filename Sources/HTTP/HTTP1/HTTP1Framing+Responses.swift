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
