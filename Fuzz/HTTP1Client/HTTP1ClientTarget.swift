import FuzzSupport
import HTTP

/// Any bytes from a server to a client: the same events however they are cut. And any bytes as a request to
/// send: refused, or read back unchanged by the server's parser.
package func fuzzHTTP1Client(_ stream: [UInt8]) {
    // The last byte chooses the request and small limits, so that short streams reach them.
    let choice = Int(stream.last ?? 0)
    let limits =
        choice.isMultiple(of: 2)
        ? HTTP1Limits() : HTTP1Limits(head: 64 + choice, startLine: 16 + choice / 2, interimHeads: 1)
    let request = requests[choice % requests.count]
    let grammar = choice < 128 ? HTTP1Grammar.strict : .tolerant
    let whole = Outcome(of: [stream[...]], to: request, grammar, limits)
    demand(
        whole == Outcome(of: pieces(of: stream), to: request, grammar, limits),
        "events depend on the pieces"
    )
    // One cut, at a place that the last two bytes choose.
    let cut = stream.suffix(2).reduce(0) { $0 << 8 | Int($1) } % (stream.count + 1)
    demand(
        whole == Outcome(of: [stream[..<cut], stream[cut...]], to: request, grammar, limits),
        "events depend on a cut"
    )
    // What the strict grammar accepts means the same in the tolerant one.
    let strict = Outcome(of: [stream[...]], to: request, .strict, limits)
    if strict.error == nil {
        demand(
            strict == Outcome(of: [stream[...]], to: request, .tolerant, limits),
            "tolerance changes a response"
        )
    }
    checkWriting(stream, choice)
}

private let host = HTTPField(name: "Host", value: "a")

private let requests = [
    HTTPRequestHead(method: "GET", target: "/", fields: HTTPFields([host])),
    HTTPRequestHead(method: "HEAD", target: "/", fields: HTTPFields([host])),
    HTTPRequestHead(method: "CONNECT", target: "a:443", fields: HTTPFields([host])),
    HTTPRequestHead(
        method: "GET",
        target: "/",
        fields: HTTPFields([host, HTTPField(name: "Upgrade", value: "x")])
    ),
]

/// The lines of the bytes are a method, a target, and alternating names and values.
private func checkWriting(_ bytes: [UInt8], _ choice: Int) {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { HTTPText.string($0) }
    var fields = HTTPFields([host])
    for place in stride(from: 2, to: lines.count - 1, by: 2) {
        fields.append(lines[place], lines[place + 1])
    }
    let head = HTTPRequestHead(method: lines[0], target: lines.count > 1 ? lines[1] : "/", fields: fields)
    let framing = [HTTP1RequestFraming.none, .length(3), .chunked][choice % 3]
    guard var writer = try? HTTP1RequestWriter(head, framing) else { return }
    var stream = writer.head
    if framing != .none {
        guard let frame = try? writer.frame(3) else { return demand(false, "content cannot be framed") }
        stream += frame.front + [97, 98, 99] + frame.back
    }
    guard let end = try? writer.finish() else { return demand(false, "a request cannot be ended") }
    stream += end
    let limits = HTTP1Limits(head: 1 << 22, startLine: 1 << 22, fields: 1 << 20)
    var parser = HTTP1RequestParser(.strict, limits: limits)
    parser.receive(stream)
    guard case .head(let read, _)? = try? parser.next() else {
        return demand(false, "a head was not read back")
    }
    demand(read.method == head.method && read.target == head.target, "another request was read back")
    demand(read.fields.count - fields.count <= 1, "a field broke out of its line")
    while let event = try? parser.next() {
        if case .end(let end) = event { demand(end.isComplete, "a body was not read back") }
    }
    demand(parser.isIdle && parser.position == stream.count, "more than one request was written")
}
