import Forwarding
import HTTP
import HTTP2
import Serving
import Wire

/// One stream of a connection to a server. It belongs to the loop's thread.
final class HTTP2UpstreamExchange {
    let request: UpstreamRequest
    /// Since when the answer, or more of one that is held back, is awaited.
    private(set) var latest: Instant
    /// The session waits for more of the request's body.
    var awaitsContent = false
    private var reply = UpstreamReply()
    /// Bytes of the response's body, those not yet told to the session as consumed, and all so far.
    private var held = 0
    private var received = 0
    private var isEnded = false
    /// This end has reset the stream.
    private(set) var isReset = false

    init(_ request: UpstreamRequest, since: Instant) {
        self.request = request
        latest = since
    }

    /// The client waits for its answer.
    var isAwaited: Bool { !isEnded && !reply.hasAnswered }

    var hasHead: Bool { reply.head != nil }

    /// The client has left.
    var isUnwanted: Bool {
        !isEnded && (reply.isAbandoned || !reply.hasAnswered && request.isUnwanted)
    }

    /// Bytes that the server may replace, if the client takes them.
    func takeConsumed() -> Int {
        guard reply.hasRoom else { return 0 }
        defer { held = 0 }
        return held
    }

    func sent(_ mark: HTTP2Output.Mark, _ now: Instant) {
        latest = now
        switch mark.content {
        case .fields: request.sent(mark.range.count, ofHead: true, now, isLast: mark.isLast)
        case .data: request.sent(mark.range.count, ofHead: false, now, isLast: mark.isLast)
        case .reset: isReset = true
        }
    }

    /// False if there were too many 1xx heads.
    func informs(_ head: HTTPResponseHead, _ now: Instant) -> Bool {
        request.received(now)
        return request.informs(head)
    }

    func begins(_ head: HTTPResponseHead, isWhole: Bool, _ now: Instant) {
        latest = now
        request.received(now)
        let isStated = isWhole || head.fields.has("Content-Length")
        reply.begin(head, isStated ? .none : .chunked)
        request.counts(head: head.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }, body: 0)
        request.comes(head, hasContent: !isWhole)
        if isWhole { ends(HTTPFields(), now) }
    }

    func takes(_ bytes: [UInt8], _ now: Instant) {
        latest = now
        held += bytes.count
        received += bytes.count
        request.counts(body: received)
        request.takes(bytes[...])
        reply.add(bytes[...])
    }

    func ends(_ trailers: HTTPFields, _ now: Instant) {
        isEnded = true
        request.ends(now)
        reply.finish(with: trailers)
        reply.answer(request, isEnded: true, wakeUp: nil)
    }

    /// Passes on what has come.
    func answer(_ wakeUp: @escaping @Sendable () -> Void) {
        if !isEnded { reply.answer(request, isEnded: false, wakeUp: wakeUp) }
    }

    func fails(_ failure: UpstreamFailure) {
        reply.breakOff()
        request.fails(failure)
    }
}
