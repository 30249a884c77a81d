import FuzzSupport
import HTTP

/// Any bytes from a client and from a server: the same events however the stream is cut.
package func fuzzHTTP1(_ stream: [UInt8]) {
    // Small limits, so that short streams reach them. The last byte chooses the limits and the request.
    let choice = Int(stream.last ?? 0)
    let limits =
        choice.isMultiple(of: 2) ? HTTP1Limits() : HTTP1Limits(head: 64 + choice, startLine: 16 + choice / 2)
    for grammar in [HTTP1Grammar.strict, .lenient] {
        check(HTTP1RequestParser(grammar, limits: limits), stream)
        var responses = HTTP1ResponseParser(grammar, limits: limits)
        for method in ["GET", "HEAD", "CONNECT"].dropFirst(choice % 3) { responses.expect(method: method) }
        check(responses, stream)
    }
}

private func check<Parser: StreamParser>(_ parser: Parser, _ stream: [UInt8]) {
    let whole = Outcome(of: [stream[...]], by: parser)
    demand(whole == Outcome(of: pieces(of: stream), by: parser), "events depend on the pieces")
    // One cut, at a place that the last two bytes choose.
    let cut = stream.suffix(2).reduce(0) { $0 << 8 | Int($1) } % (stream.count + 1)
    demand(
        whole == Outcome(of: [stream[..<cut], stream[cut...]], by: parser),
        "events depend on a cut"
    )
}
