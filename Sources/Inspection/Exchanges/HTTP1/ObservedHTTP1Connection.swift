import HTTP
import Wire

/// The HTTP/1 exchanges of one connection: requests and responses paired in their order.
final class ObservedHTTP1Connection: ObservedConversation {
    var exchanges = ConnectionExchanges()
    let opening: ConversationOpening

    var requests = MessageStream<HTTP1RequestParser>()
    var responses = MessageStream<HTTP1ResponseParser>()
    /// The first exchange whose response has not ended.
    var front = 0
    /// The exchange whose response is being read; nil between responses and in an interim one.
    var answering: Int?
    /// True while the last exchange's request is not complete.
    var isRequestOpen = false
    /// What the content of the response that is being read unpacks to.
    var content: ContentMeter?
    /// The frames of a WebSocket, once the connection has become one.
    var webSocket: WebSocketReader?
    /// What follows HTTP on the connection.
    var tunnelled: ObservedTunnel?
    /// The response that is being read agreed to go on in HTTP/2.
    var becomesHTTP2 = false
    var weights: PacketWeights

    init(_ opening: ConversationOpening) {
        self.opening = opening
        weights = PacketWeights(early: opening.early)
    }

    var exchangeCount: Int { exchanges.count + (tunnelled?.exchangeCount ?? 0) }

    var ended: [CaptureExchange] {
        withTunnelled(exchanges.all.filter { $0.order < front }, tunnelled?.ended ?? [])
    }

    var endedCount: Int {
        exchanges.heldCount - (exchanges.count - front) + (tunnelled?.endedCount ?? 0)
    }

    func takeExchanges(keeping kept: Int?) -> [CaptureExchange] {
        let front = front
        let own = kept.map { exchanges.take(keeping: $0) { $0.order < front } } ?? exchanges.takeAll()
        return withTunnelled(own, tunnelled?.takeExchanges(keeping: kept) ?? [])
    }

    var details: ConversationDetails { tunnelled?.details ?? ConversationDetails() }

    func wanted(_ direction: StreamDirection) -> Int {
        if let tunnelled { return tunnelled.wanted(direction) }
        if let webSocket { return webSocket.wanted(direction) }
        return direction == .up ? requests.wanted : responses.wanted
    }

    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        if let tunnelled { return tunnelled.receive(bytes, piece, direction, &findings) }
        if webSocket != nil {
            webSocket?.receive(bytes, piece, direction)
            return noteWebSocket()
        }
        if direction == .up {
            _ = requests.receive(bytes, piece)
            readRequests(piece, &findings)
        } else {
            if responses.receive(bytes, piece) {
                for exchange in exchanges.all where exchange.order >= front {
                    if let method = exchange.method { responses.parser?.expect(method: method) }
                }
            }
            readResponses(piece, &findings)
        }
    }

    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        if let tunnelled {
            return tunnelled.miss(piece, didArrive: didArrive, direction, &findings)
        }
        if webSocket != nil {
            webSocket?.miss(piece, direction)
            return noteWebSocket()
        }
        if direction == .up {
            if requests.bridge(piece) { readRequests(piece, &findings) } else { leaveRequest() }
        } else if responses.bridge(piece) {
            if !didArrive, let answering { exchanges[answering].isComplete = false }
            content?.fail()
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
        if let tunnelled { return tunnelled.finish(piece, isCut: isCut, direction, &findings) }
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

    /// Drops what began like a request and never became one.
    func conclude() {
        removeUnfinished()
        concludeTunnelled()
    }

    func removeUnfinished() {
        while isLastUnfinished { removeLast() }
    }

    private var isLastUnfinished: Bool {
        exchanges.last.map { $0.method == nil && $0.status == nil } ?? false
    }

    /// The response of the exchange may have been given up before: the next one then has its place.
    private func removeLast() {
        _ = exchanges.popLast()
        front = min(front, exchanges.count)
    }
}

// MARK: - Requests

extension ObservedHTTP1Connection {
    func openExchange() {
        var exchange = CaptureExchange(
            stream: opening.stream,
            order: exchanges.count,
            client: opening.client,
            server: opening.server
        )
        if exchanges.isEmpty { exchange.handshake = opening.handshake }
        exchanges.append(exchange)
    }

    private func readRequests(_ piece: StreamPiece, _ findings: inout CaptureFindings) {
        while let event = requests.next() {
            switch event {
            case .head(let head, let range): take(head, at: range)
            case .content: break
            case .end(let end, _):
                isRequestOpen = false
                guard let last = exchanges.newest else { break }
                exchanges[last].requestBytes += end.body.count
                exchanges[last].requestBodyBytes = end.contentBytes
            case .fault(let error, let offset):
                leaveRequest()
                report(error, "a request", at: offset, piece, &findings)
            }
        }
        if requests.isInsideMessage, !isRequestOpen { openRequest(at: requests.position) }
    }

    /// A request has begun, whether or not its head is complete.
    private func openRequest(at offset: Int) {
        isRequestOpen = true
        openExchange()
        noteFirstByte(of: exchanges.count - 1, at: offset)
    }

    private func noteFirstByte(of index: Int, at offset: Int) {
        guard let mark = requests.marks.mark(at: offset) else { return }
        exchanges[index].requestSent = mark.arrival.stamp
        exchanges[index].firstPacket = mark.arrival.packet
    }

    func take(_ head: HTTPRequestHead, at range: Range<Int>) {
        if !isRequestOpen { openRequest(at: range.lowerBound) }
        guard let last = exchanges.newest else { return }
        // Empty lines may have stood before it.
        noteFirstByte(of: last, at: range.lowerBound)
        exchanges[last].method = head.method
        exchanges[last].target = head.target
        exchanges[last].url = url(of: head)
        exchanges[last].requestBytes = range.count
        exchanges[last].requestHeaderBytes = range.count
        if opening.context.options.keepsFields { exchanges[last].requestFields = head.fields }
        responses.parser?.expect(method: head.method)
    }

    private func url(of head: HTTPRequestHead) -> String {
        if head.method == "CONNECT" || !head.target.hasPrefix("/") && head.target != "*" {
            return head.target
        }
        let scheme = opening.isEncrypted ? "https" : "http"
        let host = head.fields["Host"] ?? opening.tunnel ?? opening.server.description
        return head.target == "*" ? "\(scheme)://\(host)" : "\(scheme)://\(host)\(head.target)"
    }

    /// The request that is being read ends here, whatever it was.
    private func leaveRequest() {
        requests.search()
        takeCutRequest()
        if isRequestOpen, isLastUnfinished { removeLast() }
        isRequestOpen = false
    }
}

// MARK: - What the packets weigh

extension ObservedHTTP1Connection {
    func weighQuiet(_ bytes: DirectionBytes) {
        if let tunnelled { return tunnelled.weighQuiet(bytes) }
        weights.quiet(bytes, up: upOwner, down: front, &exchanges)
    }

    /// The exchange that the client's bytes belong to as things stand.
    private var upOwner: Int { isRequestOpen ? exchanges.count - 1 : front }

    func beginPacket(_ bytes: Int, _ direction: StreamDirection) {
        if let tunnelled { return tunnelled.beginPacket(bytes, direction) }
        weights.begin(
            bytes,
            direction,
            owner: direction == .up ? upOwner : front,
            // A request that the packet begins takes it.
            count: direction == .up && !isRequestOpen ? exchanges.count : nil
        )
    }

    func endPacket() {
        // The packet that made it a tunnel is none of the tunnel's.
        weights.end(&exchanges)
        tunnelled?.endPacket()
    }

    func countSeenAgain(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        if let tunnelled, tunnelled.hasByte(at: offset, direction) {
            return tunnelled.countSeenAgain(count, at: offset, direction).map(outerOrder)
        }
        guard direction == .down, !exchanges.isEmpty else { return nil }
        let owner = exchanges.owner(ofByte: offset) ?? min(front, exchanges.count - 1)
        guard exchanges.contains(owner) else { return owner }
        exchanges[owner].retransmittedBytes += count
        return nil
    }
}
