/// One request on a connection of its own, for a client that waits for the whole response.
package struct WholeExchange: Sendable {
    /// What to send.
    package let request: [UInt8]
    private var connection = HTTP1ClientConnection()
    /// 0 until the response's head has come.
    package private(set) var status = 0
    package private(set) var content: [UInt8] = []

    /// `head` states the content's length if there is any.
    package init(_ head: HTTPRequestHead, _ body: [UInt8] = []) throws(HTTP1RequestError) {
        let start = try connection.begin(head, body.isEmpty ? .none : .length(body.count))
        let frame = try connection.frame(body.count)
        request = start + frame.front + body + frame.back
    }

    /// Takes what the server has sent; nothing means that it has closed. Returns true once the response is complete.
    package mutating func receive(_ bytes: [UInt8]) throws(HTTP1Error) -> Bool {
        if bytes.isEmpty { connection.serverClosed() } else { connection.receive(bytes) }
        while let event = try connection.next() {
            switch event {
            case .head(let head, _): status = head.status
            case .body(let piece): content += piece
            case .end: return true
            case .interim, .switched: break
            }
        }
        return bytes.isEmpty
    }
}
