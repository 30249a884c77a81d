import Forwarding
import HTTP
import Serving
import Wire

/// One request on its way to a server, and the answer on its way back. It belongs to the loop's thread.
final class UpstreamRequest {
    let forwarded: ForwardedRequest
    /// The request's content as it arrives; nil if it has none.
    let body: BodyStream?
    /// What rules make of the exchange; nil if none is for it.
    private let plan: ExchangePlan?
    let answer = LateResponse()
    private(set) var facts: UpstreamFacts

    init(_ forwarded: ForwardedRequest, _ plan: ExchangePlan? = nil, body: BodyStream?) {
        self.forwarded = forwarded
        self.plan = plan
        self.body = body
        facts = UpstreamFacts(to: forwarded.destination)
    }

    var framing: HTTP1RequestFraming {
        guard body != nil else { return .none }
        return forwarded.head.fields["Content-Length"].flatMap { Int($0) }.map { .length($0) } ?? .chunked
    }

    /// Whether a connection that the server closed at once may be replaced by another.
    var mayRetry: Bool { body == nil }

    func begins(on connection: UpstreamConnection) {
        facts.address = connection.address
        facts.isReused = connection.served > 0
        facts.connection = connection.times
        facts.negotiation = connection.negotiation
    }

    func retries() {
        facts.retries += 1
        (facts.requestHeadBytes, facts.requestBodyBytes) = (0, 0)
        facts.sentFirst = nil
        facts.sentLast = nil
    }

    /// `count` bytes of the head or of the body were sent.
    func sent(_ count: Int, ofHead isHead: Bool, _ now: Instant, isLast: Bool) {
        if isHead { facts.requestHeadBytes += count } else { facts.requestBodyBytes += count }
        if facts.sentFirst == nil { facts.sentFirst = now }
        if isLast { facts.sentLast = now }
    }

    func received(_ now: Instant) {
        if facts.receivedFirst == nil { facts.receivedFirst = now }
    }

    /// The head of the server's response as the client gets it.
    func passed(_ head: HTTPResponseHead) -> HTTPResponseHead {
        let head = head.forwarded()
        return plan?.revised(head) ?? head
    }

    /// How the response goes out over time.
    var course: ResponseCourse { ResponseCourse(delay: plan?.delay ?? 0) }

    func responds(_ response: ServedResponse, head: HTTPResponseHead) {
        facts.head = head
        answer.fulfil(response)
    }

    /// Bytes of the response so far.
    func counts(head: Int? = nil, body: Int) {
        if let head { facts.responseHeadBytes = head }
        facts.responseBodyBytes = body
    }

    func ends(_ now: Instant) {
        facts.receivedLast = now
    }

    /// The server's answer will not come. Only the first failure counts.
    func fails(_ failure: UpstreamFailure) {
        guard facts.failure == nil else { return }
        facts.failure = failure
        body?.abandon()
        answer.fulfil(.proxyPage(failure.status, "\(facts.destination): \(failure)"))
    }
}
