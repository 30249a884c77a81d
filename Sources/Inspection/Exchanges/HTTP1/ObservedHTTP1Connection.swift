import HTTP
import Wire

/// An HTTP/1 connection: the messages of both directions, and the protocol that follows HTTP.
final class ObservedHTTP1Connection: ObservedConversation {
    private let opening: ConversationOpening
    private var exchanges: HTTP1Exchanges
    private var requests = MessageStream<HTTP1RequestParser>()
    private var responses = MessageStream<HTTP1ResponseParser>()
    /// The frames of a WebSocket, once the connection has become one.
    private var webSocket: WebSocketReader?
    /// The protocol that follows HTTP on the connection.
    private var tunnel: ObservedTunnel?
    /// The current response agreed to continue in HTTP/2.
    private var becomesHTTP2 = false

    init(_ opening: ConversationOpening) {
        self.opening = opening
        exchanges = HTTP1Exchanges(opening)
    }

    var exchangeCount: Int { exchanges.count + (tunnel?.exchangeCount ?? 0) }
    var ended: [CaptureExchange] { exchanges.ended + renumbered(tunnel?.ended ?? []) }
    var endedCount: Int { exchanges.endedCount + (tunnel?.endedCount ?? 0) }
    var heldBytes: Int {
        exchanges.heldBytes + requests.heldBytes + responses.heldBytes + (tunnel?.heldBytes ?? 0)
    }
    var details: ConversationDetails { tunnel?.details ?? ConversationDetails() }

    func takeExchanges(keeping kept: Int?) -> [CaptureExchange] {
        exchanges.take(keeping: kept) + renumbered(tunnel?.takeExchanges(keeping: kept) ?? [])
    }

    func giveUpExchanges() -> [CaptureExchange] {
        exchanges.giveUp() + renumbered(tunnel?.giveUpExchanges() ?? [])
    }

    /// Exchanges within the tunnel, with their orders on the connection.
    private func renumbered(_ inner: [CaptureExchange]) -> [CaptureExchange] {
        inner.map { exchange in
            var exchange = exchange
            exchange.order += exchanges.count
            return exchange
        }
    }

    // MARK: Bytes

    func wanted(_ direction: StreamDirection) -> Int {
        if let tunnel { return tunnel.wanted(direction) }
        if let webSocket { return webSocket.wanted(direction) }
        return direction == .up ? requests.wanted : responses.wanted
    }

    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        if let tunnel { return tunnel.receive(bytes, piece, direction, &findings) }
        if webSocket != nil {
            webSocket?.receive(bytes, piece, direction)
            return noteWebSocket()
        }
        if direction == .up {
            _ = requests.receive(bytes, piece)
            readRequests(piece, &findings)
        } else {
            _ = responses.receive(bytes, piece)
            readResponses(piece, &findings)
        }
    }

    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        if let tunnel { return tunnel.miss(piece, didArrive: didArrive, direction, &findings) }
        if webSocket != nil {
            webSocket?.miss(piece, direction)
            return noteWebSocket()
        }
        if direction == .up {
            if requests.bridge(piece) { readRequests(piece, &findings) } else { leaveRequest() }
        } else if responses.bridge(piece) {
            exchanges.missContent(didArrive: didArrive)
            readResponses(piece, &findings)
        } else {
            leaveResponse(didBegin: responses.isInsideMessage)
        }
    }

    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        if let tunnel { return tunnel.finish(piece, isCut: isCut, direction, &findings) }
        if webSocket != nil {
            webSocket?.finish(piece, direction)
            return noteWebSocket()
        }
        if direction == .up {
            requests.finish(piece, isCut: isCut)
            readRequests(piece, &findings)
        } else {
            responses.finish(piece, isCut: isCut)
            readResponses(piece, &findings)
        }
    }

    func conclude() {
        exchanges.removeUnfinished()
        guard let tunnel else { return }
        tunnel.conclude()
        exchanges.weighTunnel(tunnel.exchangeCount == 0 ? tunnel.weight : DirectionBytes())
    }

    // MARK: Messages

    private func readRequests(_ piece: StreamPiece, _ findings: inout CaptureFindings) {
        while let event = requests.next() {
            switch event {
            case .head(let head, let range): take(head, at: range)
            case .content: break
            case .end(let end, _): exchanges.endRequest(end)
            case .fault(let error, let offset):
                leaveRequest()
                report(error, isRequest: true, at: offset, piece, &findings)
            }
        }
        if requests.isInsideMessage, !exchanges.isRequestOpen {
            exchanges.openRequest(requests.marks.mark(at: requests.position))
        }
    }

    private func take(_ head: HTTPRequestHead, at range: Range<Int>) {
        exchanges.take(head, bytes: range.count, requests.marks.mark(at: range.lowerBound))
    }

    /// Ends the current request. If the capture has only the beginning of its head, the complete lines count.
    private func leaveRequest() {
        requests.search()
        if let cut = requests.cutHead.take(), exchanges.lacksRequestHead { take(cut.head, at: cut.range) }
        exchanges.leaveRequest()
    }

    private func readResponses(_ piece: StreamPiece, _ findings: inout CaptureFindings) {
        while let event = nextResponse() {
            switch event {
            case .head(let head, let range): take(head, at: range)
            case .content(let bytes): exchanges.receiveContent(bytes.span.bytes)
            case .end(let end, let isCut):
                let method = exchanges.endResponse(end, isCut: isCut, responses.marks)
                // The proxy refused the tunnel: the client continues with requests.
                if method == "CONNECT", responses.parser?.isTunnel == false { requests.search() }
            case .fault(let error, let offset):
                leaveResponse(didBegin: error.problem != .startLine)
                report(error, isRequest: false, at: offset, piece, &findings)
            }
        }
        if responses.parser?.isTunnel == true { leaveHTTP(piece, &findings) }
    }

    /// How a response is framed depends on its request.
    private func nextResponse() -> MessageStream<HTTP1ResponseParser>.Event? {
        responses.parser?.method = exchanges.answeredMethod
        return responses.next()
    }

    private func take(_ head: HTTPResponseHead, at range: Range<Int>) {
        exchanges.take(head, at: range, responses.marks)
        // Interim responses change nothing.
        guard head.status >= 200 || head.status == 101 else { return }
        becomesHTTP2 = head.status == 101 && head.fields.tokens("Upgrade") == ["h2c"]
        responses.wantsContent = exchanges.wantsContent
    }

    /// Ends the current response, or the one due next, as incomplete. Its head counts as a request's does.
    private func leaveResponse(didBegin: Bool) {
        responses.search()
        if let cut = responses.cutHead.take(), !exchanges.isAnswering { take(cut.head, at: cut.range) }
        exchanges.leaveResponse(at: responses.position, didBegin: didBegin, responses.marks)
        responses.wantsContent = false
    }

    private func report(
        _ error: HTTP1Error,
        isRequest: Bool,
        at offset: Int,
        _ piece: StreamPiece,
        _ findings: inout CaptureFindings
    ) {
        // Other protocols have first lines of their own.
        guard error.problem != .startLine else { return }
        findings.add(
            CaptureFinding(
                packet: piece.arrived.packet,
                stream: opening.stream,
                .http1(error, isRequest: isRequest, at: offset)
            )
        )
    }

    // MARK: Other protocols

    private func noteWebSocket() {
        if let webSocket { exchanges.note(webSocket) }
    }

    /// The server agreed to the last request to leave HTTP/1.
    private func leaveHTTP(_ piece: StreamPiece, _ findings: inout CaptureFindings) {
        defer {
            exchanges.closeRequest()
            requests.stop()
            responses.stop()
        }
        guard let exchange = exchanges.webSocket else { return beginTunnel(piece, &findings) }
        webSocket = WebSocketReader(
            exchange: exchange,
            up: requests.position,
            down: responses.position,
            rest: responses.parser?.unconsumed ?? []
        )
        noteWebSocket()
    }

    private func beginTunnel(_ piece: StreamPiece, _ findings: inout CaptureFindings) {
        // The client's bytes after the switch belong to the tunnel.
        exchanges.removeUnfinished()
        let tunnel = ObservedTunnel(
            opening,
            to: exchanges.tunnelTarget,
            up: requests.position,
            down: responses.position
        )
        self.tunnel = tunnel
        let early = Array(requests.parser?.unconsumed ?? [])
        let rest = Array(responses.parser?.unconsumed ?? [])
        if becomesHTTP2 { exchanges.handOver(to: tunnel) }
        for (bytes, offset, direction) in [
            (early, requests.position, StreamDirection.up), (rest, responses.position, .down),
        ] where !bytes.isEmpty {
            let part = StreamPiece(
                offset: offset,
                length: bytes.count,
                arrival: piece.arrival,
                before: piece.before
            )
            tunnel.receive(bytes.span.bytes, part, direction, &findings)
        }
    }

    // MARK: Packets

    func weighQuiet(_ bytes: DirectionBytes) {
        if let tunnel { tunnel.weighQuiet(bytes) } else { exchanges.weighQuiet(bytes) }
    }

    func beginPacket(_ bytes: Int, _ direction: StreamDirection) {
        if let tunnel { return tunnel.beginPacket(bytes, direction) }
        exchanges.beginPacket(bytes, direction)
    }

    func endPacket() {
        // The packet that opened the tunnel does not belong to it.
        exchanges.endPacket()
        tunnel?.endPacket()
    }

    func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        if let tunnel, tunnel.hasByte(at: offset, direction) {
            return tunnel.countRepeated(count, at: offset, direction).map { $0 + exchanges.count }
        }
        return exchanges.countRepeated(count, at: offset, direction)
    }
}
