import HTTP

/// Pairs the requests and responses of one HTTP/1 connection in order, and measures them.
struct HTTP1Exchanges {
    private let opening: ConversationOpening
    private(set) var exchanges = ConnectionExchanges()
    /// Order of the first exchange whose response has not ended.
    private(set) var front = 0
    /// The exchange whose response is being read; nil between responses and in an interim one.
    private var answering: Int?
    /// Requests before `front` that were given up, and whose responses are still due.
    private var abandoned = 0
    /// True while the response to one of them is being read.
    private var isSkipping = false
    /// True while the last exchange's request is not complete.
    private(set) var isRequestOpen = false
    /// Measures the content of the response that is being read.
    private var content: ContentMeter?
    private var weights: PacketWeights

    init(_ opening: ConversationOpening) {
        self.opening = opening
        weights = PacketWeights(early: opening.early)
    }

    var count: Int { exchanges.count }
    var wantsContent: Bool { content != nil }
    var isAnswering: Bool { answering != nil }

    var ended: [CaptureExchange] { exchanges.all.filter { $0.order < front } }
    var endedCount: Int { exchanges.heldCount - (exchanges.count - front) }
    var heldBytes: Int { exchanges.heldBytes }
    /// Method of the request that the next response answers; nil if that is not known.
    var answeredMethod: String? {
        abandoned == 0 && exchanges.contains(front) ? exchanges[front].method : nil
    }

    mutating func take(keeping kept: Int?) -> [CaptureExchange] {
        let front = front
        return kept.map { exchanges.take(keeping: $0) { $0.order < front } } ?? exchanges.takeAll()
    }

    /// Gives up the older half of the requests without a response. A response to one of them may still come:
    /// it counts for none.
    mutating func giveUp() -> [CaptureExchange] {
        // The newest of all stays, as its request may be incomplete.
        let waiting = exchanges.count - 1 - front
        guard waiting > 0 else { return [] }
        let leaving = (waiting + 1) / 2
        if let answering {
            exchanges[answering].isComplete = false
            closeContent(of: answering)
            isSkipping = true
            self.answering = nil
        }
        front += leaving
        abandoned += leaving
        let front = front
        return exchanges.take(keeping: 0) { $0.order < front }
    }

    private mutating func open() {
        opening.context.countExchange()
        var exchange = CaptureExchange(
            stream: opening.stream,
            order: exchanges.count,
            client: opening.client,
            server: opening.server
        )
        if exchanges.isEmpty { exchange.handshake = opening.handshake }
        exchanges.append(exchange)
    }

    // MARK: Requests

    /// Opens a request, whether or not its head is complete.
    mutating func openRequest(_ mark: ArrivalMarks.Mark?) {
        isRequestOpen = true
        open()
        noteFirstByte(of: exchanges.count - 1, mark)
    }

    private mutating func noteFirstByte(of index: Int, _ mark: ArrivalMarks.Mark?) {
        guard let mark else { return }
        exchanges[index].requestSent = mark.arrival.stamp
        exchanges[index].firstPacket = mark.arrival.packet
    }

    /// A request's head, with the mark of its first byte.
    mutating func take(_ head: HTTPRequestHead, bytes: Int, _ mark: ArrivalMarks.Mark?) {
        if !isRequestOpen { openRequest(mark) }
        guard let last = exchanges.newest else { return }
        // Empty lines may have preceded it.
        noteFirstByte(of: last, mark)
        exchanges[last].method = head.method
        exchanges[last].target = head.target
        exchanges[last].url = url(of: head)
        exchanges[last].requestBytes = bytes
        exchanges[last].requestHeaderBytes = bytes
        if opening.context.options.keepsFields { exchanges[last].requestFields = head.fields }
        exchanges.weigh(last)
    }

    private func url(of head: HTTPRequestHead) -> String {
        if head.method == "CONNECT" || !head.target.hasPrefix("/") && head.target != "*" {
            return head.target
        }
        let scheme = opening.isEncrypted ? "https" : "http"
        let host = head.fields["Host"] ?? opening.tunnel ?? opening.server.description
        return head.target == "*" ? "\(scheme)://\(host)" : "\(scheme)://\(host)\(head.target)"
    }

    mutating func endRequest(_ end: HTTP1MessageEnd) {
        isRequestOpen = false
        guard let last = exchanges.newest else { return }
        exchanges[last].requestBytes += end.body.count
        exchanges[last].requestBodyBytes = end.contentBytes
    }

    /// True if the open request has no head so far: a truncated head may be its.
    var lacksRequestHead: Bool { !isRequestOpen || exchanges.last?.method == nil }

    /// Ends the request that is being read, whatever it was.
    mutating func leaveRequest() {
        if isRequestOpen, isLastUnfinished { removeLast() }
        isRequestOpen = false
    }

    mutating func closeRequest() { isRequestOpen = false }

    /// Drops data that began like a request but never became one.
    mutating func removeUnfinished() {
        while isLastUnfinished { removeLast() }
    }

    private var isLastUnfinished: Bool {
        exchanges.last.map { $0.method == nil && $0.status == nil } ?? false
    }

    /// The exchange may already count as answered if its response was given up: `front` then moves back.
    private mutating func removeLast() {
        _ = exchanges.popLast()
        front = min(front, exchanges.count)
    }

    // MARK: Responses

    /// A response's head at `range` of its stream, with the marks of that stream.
    mutating func take(_ head: HTTPResponseHead, at range: Range<Int>, _ marks: ArrivalMarks) {
        // Interim responses announce the final one; a switch of protocols is final for HTTP.
        guard head.status >= 200 || head.status == 101 else { return }
        guard abandoned == 0 else {
            isSkipping = true
            return
        }
        if front == exchanges.count { open() }
        answering = front
        exchanges[responseOf: front] = range.lowerBound..<Int.max
        exchanges[front].status = head.status
        exchanges[front].version = head.version.description
        exchanges[front].headerBytes = range.count
        exchanges[front].mediaType = head.fields["Content-Type"]
        exchanges[front].contentCoding = head.fields["Content-Encoding"]
        if opening.context.options.keepsFields { exchanges[front].responseFields = head.fields }
        exchanges[front].isWebSocket = head.status == 101 && head.fields.tokens("Upgrade") == ["websocket"]
        // Taken back if part of the body turns out to be missing.
        exchanges[front].isComplete = true
        if let mark = marks.mark(at: range.lowerBound) {
            exchanges[front].firstByte = mark.arrival.stamp
            exchanges[front].recordBegan = mark.began?.stamp
            exchanges[front].firstPacket = exchanges[front].firstPacket ?? mark.arrival.packet
        }
        noteLastByte(of: front, marks.mark(at: range.upperBound - 1))
        exchanges.weigh(front)
        content = ContentMeter(exchanges[front], opening.context)
    }

    func receiveContent(_ bytes: RawSpan) { content?.receive(bytes) }

    /// Part of the content is not in the capture; `didArrive` if only its recorder cut it off.
    mutating func missContent(didArrive: Bool) {
        if !didArrive, let answering { exchanges[answering].isComplete = false }
        content?.fail()
    }

    /// Returns the method of the request that was answered; nil if no response was being read.
    mutating func endResponse(_ end: HTTP1MessageEnd, isCut: Bool, _ marks: ArrivalMarks) -> String? {
        if isSkipping { leaveAbandoned() }
        guard let index = answering else { return nil }
        exchanges[index].bodyBytes = end.body.count
        exchanges[index].contentBytes = end.contentBytes
        exchanges[index].isComplete = exchanges[index].isComplete && end.isComplete && !isCut
        closeContent(of: index)
        if !end.body.isEmpty { noteLastByte(of: index, marks.mark(at: end.body.upperBound - 1)) }
        close(index, at: end.body.upperBound)
        return exchanges[index].method
    }

    private mutating func closeContent(of index: Int) {
        exchanges[index].decodedBytes = exchanges[index].contentBytes
        if let content { content.close(&exchanges[index]) }
        content = nil
    }

    /// Ends the response that is being read, or was due next, as incomplete at this position of its stream.
    mutating func leaveResponse(at position: Int, didBegin: Bool, _ marks: ArrivalMarks) {
        if isSkipping || didBegin && answering == nil && abandoned > 0 {
            leaveAbandoned()
        } else if let index = answering {
            exchanges[index].isComplete = false
            let head = exchanges[responseOf: index].lowerBound + exchanges[index].headerBytes
            let end = max(head, position)
            exchanges[index].bodyBytes = max(0, end - head)
            closeContent(of: index)
            noteLastByte(of: index, marks.mark(at: end - 1))
            close(index, at: end)
        } else if didBegin, front < exchanges.count {
            close(front, at: position)
        }
    }

    /// The response to a request that was given up has ended.
    private mutating func leaveAbandoned() {
        isSkipping = false
        abandoned -= 1
    }

    private mutating func close(_ index: Int, at end: Int) {
        let start = exchanges[responseOf: index].lowerBound
        exchanges[responseOf: index] = start..<max(start, end)
        answering = nil
        front = index + 1
    }

    private mutating func noteLastByte(of index: Int, _ mark: ArrivalMarks.Mark?) {
        guard let mark else { return }
        exchanges[index].lastByte = mark.arrived.stamp
        exchanges[index].lastPacket = mark.arrived.packet
    }

    // MARK: Other protocols

    /// The exchange that opened a WebSocket, if the last one did.
    var webSocket: Int? { exchanges.newest.flatMap { exchanges[$0].isWebSocket ? $0 : nil } }

    /// The destination of the CONNECT request that opened a tunnel.
    var tunnelTarget: String? { exchanges.last.flatMap { $0.method == "CONNECT" ? $0.target : nil } }

    mutating func note(_ webSocket: WebSocketReader) {
        guard exchanges.contains(webSocket.exchange) else { return }
        exchanges[webSocket.exchange].frames = webSocket.frames
        if let last = webSocket.lastArrival { exchanges[webSocket.exchange].lastFrame = last.stamp }
    }

    /// HTTP/2 answers the last request as its first stream. The current packet then belongs to that stream.
    mutating func handOver(to tunnel: ObservedTunnel) {
        guard let asked = exchanges.popLast() else { return }
        front = min(front, exchanges.count)
        answering = nil
        let rest = weights.takeRest()
        tunnel.begin(upgrading: asked, early: rest.early)
        if let packet = rest.packet { tunnel.beginPacket(packet.bytes, packet.direction) }
    }

    // MARK: Packets

    /// The exchange to which the client's bytes currently belong.
    private var upOwner: Int { isRequestOpen ? exchanges.count - 1 : front }

    mutating func weighQuiet(_ bytes: DirectionBytes) {
        weights.quiet(bytes, up: upOwner, down: front, &exchanges)
    }

    /// The last exchange takes the packets' bytes of a tunnel whose content could not be read.
    mutating func weighTunnel(_ bytes: DirectionBytes) {
        weights.quiet(bytes, up: exchanges.count - 1, down: exchanges.count - 1, &exchanges)
    }

    mutating func beginPacket(_ bytes: Int, _ direction: StreamDirection) {
        weights.begin(
            bytes,
            direction,
            owner: direction == .up ? upOwner : front,
            // A request that begins in the packet takes it.
            count: direction == .up && !isRequestOpen ? exchanges.count : nil
        )
    }

    mutating func endPacket() { weights.end(&exchanges) }

    mutating func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        guard direction == .down, !exchanges.isEmpty else { return nil }
        let owner = exchanges.owner(ofByte: offset) ?? min(front, exchanges.count - 1)
        guard exchanges.contains(owner) else { return owner }
        exchanges[owner].retransmittedBytes += count
        return nil
    }
}
