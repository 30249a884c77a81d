import HTTP
import Wire

/// The HTTP/1 exchanges of one connection: requests and responses paired in their order.
final class HTTPConversation {
    var exchanges: [CaptureExchange] = []
    let stream: Int
    let client: Endpoint
    let server: Endpoint

    var requests = MessageStream<HTTP1RequestParser>()
    var responses = MessageStream<HTTP1ResponseParser>()
    /// Stream offsets of each exchange's response; open-ended while it is read.
    var responseSpans: [Range<Int>] = []
    /// The first exchange whose response has not ended.
    var front = 0
    /// The exchange whose response is being read; nil between responses and in an interim one.
    var answering: Int?
    /// True while the last exchange's request is not complete.
    var isRequestOpen = false

    /// What a packet's bytes are attributed by: how things stood before it came.
    struct Moment {
        var count = 0
        var front = 0
        var isRequestOpen = false
    }

    /// A packet of a few bytes can open a hole of a gibibyte: what fills it is made once and never copied.
    private static let filler = [UInt8](repeating: 0, count: 4 << 20)

    init(stream: Int, client: Endpoint, server: Endpoint) {
        self.stream = stream
        self.client = client
        self.server = server
    }

    var moment: Moment { Moment(count: exchanges.count, front: front, isRequestOpen: isRequestOpen) }

    /// Bytes of the client's stream, in order.
    func receiveUp(
        _ bytes: ArraySlice<UInt8>,
        offset: Int,
        stamp: Int64,
        packet: Int,
        _ findings: inout CaptureFindings
    ) {
        _ = requests.receive(bytes, offset: offset, stamp: stamp, packet: packet)
        readRequests(packet, &findings)
    }

    /// Bytes of the server's stream, in order.
    func receiveDown(
        _ bytes: ArraySlice<UInt8>,
        offset: Int,
        stamp: Int64,
        packet: Int,
        _ findings: inout CaptureFindings
    ) {
        if responses.receive(bytes, offset: offset, stamp: stamp, packet: packet) {
            for exchange in exchanges[front...] {
                if let method = exchange.method { responses.parser?.expect(method: method) }
            }
        }
        readResponses(packet, &findings)
    }

    /// Bytes that the capture lacks, at `offset` of one direction. `didArrive` where only the recorder cut them off.
    func bridge(
        _ count: Int,
        offset: Int,
        isUp: Bool,
        didArrive: Bool,
        stamp: Int64,
        packet: Int,
        _ findings: inout CaptureFindings
    ) {
        if isUp {
            guard let end = requests.knownEnd, offset + count <= end else { return leaveRequest() }
        } else {
            guard let end = responses.knownEnd, offset + count <= end else {
                return leaveResponse(didBegin: responses.isInsideMessage)
            }
            if !didArrive, let answering { exchanges[answering].isComplete = false }
        }
        // Whatever they were, they only fill a body whose end is known.
        var done = 0
        while done < count {
            let filler = Self.filler.prefix(count - done)
            if isUp {
                receiveUp(filler, offset: offset + done, stamp: stamp, packet: packet, &findings)
            } else {
                receiveDown(filler, offset: offset + done, stamp: stamp, packet: packet, &findings)
            }
            done += filler.count
        }
    }

    /// One direction has ended: with a FIN, or for the capture only.
    func finish(isUp: Bool, isCut: Bool, packet: Int, _ findings: inout CaptureFindings) {
        if isUp {
            requests.finish(isCut: isCut)
            readRequests(packet, &findings)
        } else {
            responses.finish(isCut: isCut)
            readResponses(packet, &findings)
        }
    }

    /// Drops what began like a request and never became one.
    func dropUnfinished() {
        while isLastUnfinished { removeLast() }
    }

    private var isLastUnfinished: Bool {
        exchanges.last.map { $0.method == nil && $0.status == nil } ?? false
    }

    /// The response of the exchange may have been given up before: the next one then has its place.
    private func removeLast() {
        exchanges.removeLast()
        responseSpans.removeLast()
        front = min(front, exchanges.count)
    }
}

// MARK: - Requests

extension HTTPConversation {
    private func readRequests(_ packet: Int, _ findings: inout CaptureFindings) {
        while let event = requests.next() {
            switch event {
            case .head(let head, let range): take(head, at: range)
            case .end(let end, _):
                isRequestOpen = false
                if let last = exchanges.indices.last { exchanges[last].requestBytes += end.body.count }
            case .fault(let error, let offset):
                leaveRequest()
                report(error, "a request", at: offset, packet, &findings)
            }
        }
        if requests.isInsideMessage, !isRequestOpen { openRequest(at: requests.position) }
    }

    /// A request has begun, whether or not its head is complete.
    private func openRequest(at offset: Int) {
        isRequestOpen = true
        let exchange = CaptureExchange(
            stream: stream,
            order: exchanges.count,
            client: client,
            server: server
        )
        exchanges.append(exchange)
        responseSpans.append(0..<0)
        noteFirstByte(of: exchanges.count - 1, at: offset)
    }

    private func noteFirstByte(of index: Int, at offset: Int) {
        guard let mark = requests.marks.mark(at: offset) else { return }
        exchanges[index].requestSent = mark.stamp
        exchanges[index].firstPacket = mark.packet
    }

    private func take(_ head: HTTPRequestHead, at range: Range<Int>) {
        if !isRequestOpen { openRequest(at: range.lowerBound) }
        guard let last = exchanges.indices.last else { return }
        // Empty lines may have stood before it.
        noteFirstByte(of: last, at: range.lowerBound)
        exchanges[last].method = head.method
        exchanges[last].target = head.target
        exchanges[last].url = url(of: head)
        exchanges[last].requestBytes = range.count
        if head.fields["Transfer-Encoding"] == nil {
            requests.knownEnd = Self.length(of: head.fields).map { range.upperBound + $0 }
        }
        responses.parser?.expect(method: head.method)
    }

    private func url(of head: HTTPRequestHead) -> String {
        if head.method == "CONNECT" || !head.target.hasPrefix("/") && head.target != "*" {
            return head.target
        }
        let host = head.fields["Host"] ?? server.description
        return head.target == "*" ? "http://\(host)" : "http://\(host)\(head.target)"
    }

    /// The request that is being read ends here, whatever it was.
    private func leaveRequest() {
        if isRequestOpen, isLastUnfinished { removeLast() }
        isRequestOpen = false
        requests.search()
    }
}

// MARK: - What the packets weigh

extension HTTPConversation {
    /// Counts a packet's IP bytes to the exchange it belongs to; false where there is none yet.
    func count(_ bytes: Int, isUp: Bool, since before: Moment) -> Bool {
        guard !exchanges.isEmpty else { return false }
        var owner = before.front
        if isUp {
            if before.isRequestOpen {
                owner = before.count - 1
            } else if exchanges.count > before.count {
                owner = before.count
            }
        }
        owner = max(0, min(owner, exchanges.count - 1))
        if isUp { exchanges[owner].wireUpBytes += bytes } else { exchanges[owner].wireDownBytes += bytes }
        return true
    }

    /// Counts what came before the first exchange, once there is one.
    func countBefore(up: Int, down: Int, handshake: Handshake?) {
        guard !exchanges.isEmpty else { return }
        exchanges[0].wireUpBytes += up
        exchanges[0].wireDownBytes += down
        exchanges[0].handshake = handshake
    }

    /// Counts payload of the server's that was seen again to the response it belongs to.
    func countSeenAgain(_ bytes: Int, at offset: Int) {
        let owner = responseSpans.lastIndex { $0.contains(offset) } ?? min(front, exchanges.count - 1)
        if exchanges.indices.contains(owner) { exchanges[owner].retransmittedBytes += bytes }
    }
}
