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
    /// Bytes of the response's body that are not yet told to the session as consumed.
    private var held = 0
    /// Bytes of the response's body that are to come by its head; nil if only the stream's end tells.
    private var left: Int?
    private var isEnded = false
    /// The request is sent.
    private var isSent = false
    /// This end has reset the stream.
    private(set) var isReset = false

    init(_ request: UpstreamRequest, since: Instant) {
        self.request = request
        latest = since
    }

    /// The client waits for its answer.
    var isAwaited: Bool { !isEnded && !reply.hasAnswered }

    var hasHead: Bool { reply.head != nil }

    /// Both messages are whole, whichever frame ends the stream: nothing that may follow is of use.
    var isOver: Bool { isEnded && isSent }

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
        case .fields: request.sent(head: mark.range.count, now, isLast: mark.isLast)
        case .data(let count): request.sent(body: count, now, isLast: mark.isLast)
        case .reset: isReset = true
        }
        if mark.isLast { isSent = true }
    }

    /// False if there were too many 1xx heads.
    func inform(_ head: HTTPResponseHead, _ now: Instant) -> Bool {
        request.received(now)
        return request.inform(head)
    }

    func receive(_ head: HTTPResponseHead, isWhole: Bool, _ now: Instant) {
        latest = now
        request.received(now)
        let isStated = isWhole || head.fields.has("Content-Length")
        reply.begin(head, isStated ? .none : .chunked)
        request.count(head: head.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count })
        left = isWhole ? 0 : contentLength(by: head)
        request.receive(head, hasContent: left != 0)
        if left == 0 { end(HTTPFields(), now) }
    }

    private func contentLength(by head: HTTPResponseHead) -> Int? {
        if request.forwarded.head.method == "HEAD" || !head.allowsContent { return 0 }
        return head.fields["Content-Length"].flatMap { Int($0) }
    }

    func receive(_ bytes: [UInt8], _ now: Instant) {
        guard !isEnded else { return }
        latest = now
        held += bytes.count
        request.receive(bytes[...])
        reply.add(bytes[...])
        guard let left else { return }
        self.left = left - bytes.count
        // Many servers end the stream in an empty frame of its own, and the client may have left by then.
        if left <= bytes.count { end(HTTPFields(), now) }
    }

    func end(_ trailers: HTTPFields, _ now: Instant) {
        guard !isEnded else { return }
        isEnded = true
        request.end(now)
        reply.finish(with: trailers)
        reply.answer(request, isEnded: true, wakeUp: nil)
    }

    /// Passes on what has come.
    func answer(_ wakeUp: @escaping @Sendable () -> Void) {
        if !isEnded { reply.answer(request, isEnded: false, wakeUp: wakeUp) }
    }

    func fail(_ failure: UpstreamFailure) {
        guard !isEnded else { return }
        reply.breakOff()
        request.fail(failure)
    }
}
