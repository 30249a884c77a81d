import HTTP
import HTTP2
import Wire

/// The client's half of each stream: its request, while it arrives. It reads no clock.
struct MultiplexedRequestReader {
    private enum State {
        /// The head is under way.
        case head(firstByte: Instant)
        /// The head is complete, the body under way. `interim` counts the 1xx heads sent.
        case body(IncomingRequest, order: Int, interim: Int)
        /// The rest of the body goes to its upload, or nowhere.
        case answered
    }

    private let setting: ConversationSetting
    private let session: any MultiplexedSession
    private let timing: MultiplexedTiming
    /// Requests that are not complete.
    private var states: [HTTP2StreamID: State] = [:]
    /// Bodies of requests that are answered while they arrive.
    private var uploads: [HTTP2StreamID: RequestUpload] = [:]
    /// Requests so far.
    private var order = 0

    init(_ setting: ConversationSetting, _ session: any MultiplexedSession, _ timing: MultiplexedTiming) {
        self.setting = setting
        self.session = session
        self.timing = timing
    }

    /// The request with that number began before the connection became HTTP/2, and will be its first stream.
    mutating func continued(from order: Int, firstByte: Instant) {
        self.order = order
        states[1] = .head(firstByte: firstByte)
    }

    // MARK: Events

    /// nil if there is nothing to do.
    mutating func heed(_ event: HTTP2Event) -> MultiplexedRequestReading? {
        switch event {
        case .began(let stream):
            states[stream] = .head(firstByte: timing.now)
            timing.headBegan()
            return nil
        case .request(let stream, let head, let isWhole): return begin(head, on: stream, isWhole: isWhole)
        case .oversized(let stream, let isWhole):
            return refuse(HTTP1Error(.headTooLarge, at: 0), on: stream, isWhole: isWhole)
        case .body(let stream, let bytes): return add(bytes, on: stream)
        case .bodyEnd(let stream, let trailers): return endBody(on: stream, trailers)
        case .closed(let stream, _):
            close(stream)
            return .closed(stream)
        case .goAway: return nil
        }
    }

    private mutating func begin(
        _ head: HTTPRequestHead,
        on stream: HTTP2StreamID,
        isWhole: Bool
    ) -> MultiplexedRequestReading? {
        if let fault = Self.fault(of: head) { return refuse(fault, on: stream, isWhole: isWhole) }
        guard let firstByte = endHead(on: stream, isWhole: isWhole) else { return nil }
        let incoming = IncomingRequest(
            head,
            hasBody: !isWhole,
            firstByte: firstByte,
            setting.responder,
            setting.limits
        )
        let order = takeOrder()
        if let refusal = incoming.refusal {
            let exchange = exchange(stream, order, head, firstByte: firstByte)
            return .refusal(stream, refusal, exchange, interim: 0)
        }
        switch incoming.reception {
        case .decline: break
        case .stream(let capacity):
            let body = BodyStream(capacity: capacity)
            uploads[stream] = RequestUpload(
                body,
                expectsContinue: incoming.expectsContinue,
                onRoom: setting.wakeUp
            )
        case .drop, .keep:
            if isWhole { break }
            let isInformed = incoming.expectsContinue && session.mayInform(.goOn, on: stream)
            states[stream] = .body(incoming, order: order, interim: isInformed ? 1 : 0)
            return nil
        }
        return request(incoming, HTTPFields(), order, on: stream, interim: 0)
    }

    /// Faults that HTTP/2 allows but two programs might interpret differently. The session has refused all
    /// others.
    private static func fault(of head: HTTPRequestHead) -> HTTP1Error? {
        let hosts = head.fields.values("Host")
        guard hosts.count == 1, hosts.allSatisfy({ HTTPAuthority(parsing: $0) != nil }) else {
            return HTTP1Error(.host, at: 0)
        }
        let isTarget = HTTPTarget(parsing: head.target, method: head.method) != nil
        return isTarget ? nil : HTTP1Error(.target, at: 0)
    }

    /// A request without a head that could be answered.
    private mutating func refuse(
        _ error: HTTP1Error,
        on stream: HTTP2StreamID,
        isWhole: Bool
    ) -> MultiplexedRequestReading? {
        guard let firstByte = endHead(on: stream, isWhole: isWhole) else { return nil }
        let exchange = exchange(stream, takeOrder(), nil, firstByte: firstByte)
        return .refusal(stream, .malformed(error), exchange, interim: 0)
    }

    /// Returns when the head's first byte arrived; nil if no head was under way.
    private mutating func endHead(on stream: HTTP2StreamID, isWhole: Bool) -> Instant? {
        guard case .head(let firstByte)? = states[stream] else { return nil }
        states[stream] = isWhole ? nil : .answered
        noteProgress()
        return firstByte
    }

    private mutating func add(_ bytes: [UInt8], on stream: HTTP2StreamID) -> MultiplexedRequestReading? {
        if uploads[stream] != nil {
            noteProgress()
            uploads[stream]?.add(bytes[...])
            makeRoom(on: stream)
            return nil
        }
        session.consumed(bytes.count, of: stream)
        guard case .body(var incoming, let order, let interim)? = states[stream] else { return nil }
        noteProgress()
        // Moved out meanwhile, or each piece would copy its bytes.
        states[stream] = .answered
        if let refusal = incoming.add(bytes[...]) {
            let exchange = exchange(stream, order, incoming.head, firstByte: incoming.firstByte)
            return .refusal(stream, refusal, exchange, interim: interim)
        }
        states[stream] = .body(incoming, order: order, interim: interim)
        return nil
    }

    private mutating func endBody(on stream: HTTP2StreamID, _ trailers: HTTPFields)
        -> MultiplexedRequestReading?
    {
        let state = states.removeValue(forKey: stream)
        let upload = uploads.removeValue(forKey: stream)
        upload?.body.end(trailers: trailers)
        session.consumeRest(of: stream)
        if case .body(let incoming, let order, let interim)? = state {
            return request(incoming, trailers, order, on: stream, interim: interim)
        }
        return upload == nil ? nil : .uploaded(stream)
    }

    /// The client sends no more: gives up the requests that are not complete, and returns their streams.
    mutating func endInput() -> [HTTP2StreamID] {
        let cut = states.keys.sorted()
        for stream in cut { close(stream) }
        return cut
    }

    private mutating func close(_ stream: HTTP2StreamID) {
        uploads.removeValue(forKey: stream)?.body.breakOff()
        guard case .head(let firstByte)? = states.removeValue(forKey: stream) else { return }
        // The session refused its head and reset the stream: the request is recorded without an answer.
        timing.headEnded()
        setting.responder.ended(exchange(stream, takeOrder(), nil, firstByte: firstByte))
    }

    private func request(
        _ incoming: IncomingRequest,
        _ trailers: HTTPFields,
        _ order: Int,
        on stream: HTTP2StreamID,
        interim: Int
    ) -> MultiplexedRequestReading {
        .request(
            stream,
            setting.request(incoming, trailers, order: order, stream: uploads[stream]?.body),
            exchange(stream, order, incoming.head, firstByte: incoming.firstByte),
            interim: interim
        )
    }

    private func noteProgress() {
        timing.headEnded()
        timing.extend(from: timing.now)
    }

    private mutating func takeOrder() -> Int {
        defer { order += 1 }
        return order
    }

    private func exchange(
        _ stream: HTTP2StreamID,
        _ order: Int,
        _ head: HTTPRequestHead?,
        firstByte: Instant
    ) -> ServedExchange {
        let now = timing.now
        return setting.exchange(order: order, stream: Int(stream), head, firstByte: firstByte, lastByte: now)
    }

    // MARK: Bodies that are answered while they arrive

    var uploading: [HTTP2StreamID] { uploads.isEmpty ? [] : uploads.keys.sorted() }

    /// True once, when 100 (Continue) is due.
    mutating func takeLeave(on stream: HTTP2StreamID) -> Bool { uploads[stream]?.takeLeave() ?? false }

    /// Lets the client send more of a body if there is room for it.
    func makeRoom(on stream: HTTP2StreamID) {
        guard let upload = uploads[stream], upload.hasRoom else { return }
        session.consumeRest(of: stream)
    }

    /// What the client still sends goes there.
    mutating func redirect(_ stream: HTTP2StreamID, to body: BodyStream) {
        guard states[stream] != nil else { return body.end() }
        uploads[stream] = RequestUpload(body, expectsContinue: false, onRoom: setting.wakeUp)
    }

    /// The response is over, and nobody reads the rest of the request.
    mutating func drop(_ stream: HTTP2StreamID) {
        uploads.removeValue(forKey: stream)?.body.abandon()
        session.consumeRest(of: stream)
        // The client need not send it.
        if states[stream] != nil { session.reset(stream, .noError) }
    }

    /// The connection is gone.
    mutating func abandon() {
        for upload in uploads.values { upload.body.breakOff() }
        (states, uploads) = ([:], [:])
    }
}
