/// A client's state about a request until its response has ended.
struct HTTP1Exchange: Sendable {
    let method: String
    /// The request offered to switch to another protocol.
    let offersSwitch: Bool
    let keepsConnection: Bool
    /// Offset in the server's stream at which the response begins.
    let start: Int
    var interimHeads = 0
    /// The final head has been read.
    var hasHead = false

    init(_ request: HTTPRequestHead, at start: Int) {
        method = request.method
        offersSwitch = request.fields.has("Upgrade")
        keepsConnection = request.wantsPersistence
        self.start = start
    }

    /// Why the connection ends with this response; nil if it continues.
    func ending(by head: HTTPResponseHead, _ framing: HTTP1Framing) -> HTTP1Persistence.Reason? {
        let options = head.fields.tokens("Connection")
        if !keepsConnection { return .closedByRequest }
        if options.contains("close") { return .closedByResponse }
        if head.version < .http11, !options.contains("keep-alive") { return .oldVersion }
        return framing == .untilClose ? .bodyUntilClose : nil
    }
}
