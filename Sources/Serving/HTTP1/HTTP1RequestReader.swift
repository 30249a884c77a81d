import HTTP
import Wire

/// Reads the requests of one HTTP/1 connection, one after another, and the body of one that is being answered
/// meanwhile. What arrives moves the connection's deadline. It reads no clock; its caller passes the instant.
struct HTTP1RequestReader {
    private enum State {
        /// Nothing of a request has arrived.
        case idle
        case head
        case body(IncomingRequest)
        /// The request is being answered, or has been.
        case upload(RequestUpload)
    }

    /// Pipelined bytes that are buffered while a response is under way.
    private static let bufferLimit = 65_536

    private let setting: ConversationSetting
    private var stream: RequestStream
    private var state = State.idle

    init(_ setting: ConversationSetting) {
        self.setting = setting
        stream = RequestStream(setting.limits.heads)
    }

    var hasBufferRoom: Bool { stream.unparsed < Self.bufferLimit }

    var hasUnparsed: Bool { stream.unparsed > 0 }

    /// No more bytes will come.
    var isOver: Bool { stream.isOver }

    var isIdle: Bool { if case .idle = state { true } else { false } }

    /// Nothing happens before the client has sent more of a request.
    var owesMore: Bool {
        switch state {
        case .idle: false
        case .head, .body: true
        case .upload(let upload): upload.waitsForClient
        }
    }

    var upload: RequestUpload? { if case .upload(let upload) = state { upload } else { nil } }

    // MARK: Receiving

    /// `isExpecting`: no earlier request waits for its response.
    mutating func receive(
        _ bytes: ArraySlice<UInt8>,
        at instant: Instant,
        isExpecting: Bool,
        _ deadline: inout Instant
    ) {
        if isExpecting, isIdle { beginHead(at: instant, &deadline) }
        stream.receive(bytes, at: instant)
    }

    mutating func end() { stream.isOver = true }

    /// The latest request is answered, and its body has arrived.
    mutating func awaitRequest(at now: Instant, _ deadline: inout Instant) {
        deadline = now + setting.limits.idle
        state = .idle
        if hasUnparsed { beginHead(at: now, &deadline) }
    }

    private mutating func beginHead(at instant: Instant, _ deadline: inout Instant) {
        state = .head
        deadline = instant + setting.limits.head
    }

    // MARK: Requests

    mutating func read(at now: Instant, mayUpgrade: Bool, _ deadline: inout Instant) -> RequestReading {
        do throws(HTTP1Error) {
            while let event = try stream.next() {
                deadline = now + setting.limits.idle
                switch event {
                case .head(let head, let range):
                    if let reading = begin(head, at: range, mayUpgrade: mayUpgrade) { return reading }
                case .body(let content, _):
                    if let refusal = add(content) { return .refusal(refusal, at: nil) }
                case .end(let end):
                    guard case .body(let request) = state else { return .nothing }
                    return whole(request, upTo: end.body.upperBound, end.trailers)
                }
            }
            return .nothing
        } catch {
            return .refusal(.malformed(error), at: error.offset)
        }
    }

    /// nil if there is nothing to do before the body.
    private mutating func begin(
        _ head: HTTPRequestHead,
        at range: Range<Int>,
        mayUpgrade: Bool
    ) -> RequestReading? {
        let isBare = IncomingRequest.isBare(head)
        let incoming = IncomingRequest(
            head,
            at: range,
            hasBody: isBare ? false : nil,
            firstByte: stream.instant(of: range.lowerBound) ?? setting.accepted,
            setting.responder,
            setting.limits
        )
        if isBare, stream.passEnd() { return whole(incoming, upTo: range.upperBound, HTTPFields()) }
        state = .body(incoming)
        if let refusal = incoming.refusal { return .refusal(refusal, at: nil) }
        switch incoming.reception {
        case .decline: return whole(incoming, upTo: range.upperBound, HTTPFields())
        case .stream(let capacity):
            let reading = whole(incoming, upTo: range.upperBound, HTTPFields())
            let body = BodyStream(capacity: capacity)
            state = .upload(
                RequestUpload(body, expectsContinue: incoming.expectsContinue, onRoom: setting.wakeUp)
            )
            return reading
        case .drop, .keep: break
        }
        if incoming.expectsContinue, !hasUnparsed { return .leave }
        return mayUpgrade ? upgrade(by: incoming).map { .upgrade($0) } : nil
    }

    private mutating func whole(
        _ request: IncomingRequest,
        upTo end: Int,
        _ trailers: HTTPFields
    ) -> RequestReading {
        state = .idle
        let lastByte = stream.takeInstant(endingAt: max(end, request.range.upperBound))
        return .request(request, lastByte: lastByte ?? request.firstByte, trailers)
    }

    /// Takes a piece of the request's body; returns a refusal if the request is refused for it.
    private mutating func add(_ content: ArraySlice<UInt8>) -> RequestRefusal? {
        guard case .body(var incoming) = state else { return nil }
        // Moved out meanwhile, or each piece would copy its bytes.
        state = .head
        defer { state = .body(incoming) }
        return incoming.add(content)
    }

    private func upgrade(by incoming: IncomingRequest) -> HTTP2Upgrade? {
        let mayBe = !setting.isEncrypted && setting.protocols.contains(.http2)
        guard mayBe, !incoming.hasBody, incoming.head.version >= .http11,
            let upgrade = HTTP2Upgrade(incoming.head)
        else { return nil }
        return setting.responder.acceptsHTTP2Upgrade ? upgrade : nil
    }

    // MARK: A body that is answered while it arrives

    /// True once, when 100 (Continue) is due.
    mutating func takeLeave() -> Bool {
        guard case .upload(var upload) = state, upload.takeLeave() else { return false }
        state = .upload(upload)
        // A client that sends already does not wait.
        return !hasUnparsed
    }

    /// Takes available bytes of the body. Returns when its last byte arrived, once it is complete; there is
    /// no upload any more then, or after an error.
    mutating func readUpload(at now: Instant, _ deadline: inout Instant) throws(HTTP1Error) -> Instant? {
        guard case .upload(var upload) = state else { return nil }
        state = .idle
        do throws(HTTP1Error) {
            while upload.hasRoom, let event = try stream.next() {
                switch event {
                case .head: break
                case .body(let content, _):
                    deadline = now + setting.limits.idle
                    upload.add(content)
                case .end(let end):
                    upload.body.end(trailers: end.trailers)
                    return stream.takeInstant(endingAt: end.body.upperBound)
                }
            }
        } catch {
            upload.body.breakOff()
            throw error
        }
        state = .upload(upload)
        return nil
    }

    /// The rest of the body will not come.
    func breakOffUpload() { upload?.body.breakOff() }

    // MARK: Ending

    /// Gives up the request under way: what is known of it. `offset` is the stream offset of the client's
    /// error.
    mutating func giveUp(at offset: Int?) -> (head: HTTPRequestHead?, firstByte: Instant, lastByte: Instant) {
        let latest = stream.instant(of: .max) ?? setting.accepted
        guard case .body(let request) = state else {
            return (nil, offset.flatMap { stream.instant(of: $0) } ?? latest, latest)
        }
        state = .idle
        return (request.head, request.firstByte, latest)
    }

    /// First byte of the request under way; nil before its head is complete.
    var requestFirstByte: Instant? { if case .body(let request) = state { request.firstByte } else { nil } }

    /// Hands bytes after the latest request on to the conversation that takes over the connection.
    func handRest(to next: any Conversation, at now: Instant) {
        if !stream.rest.isEmpty { next.receive(stream.rest[...], at: stream.instant(of: .max) ?? now) }
        if stream.isOver { next.receive([], at: now) }
    }
}
