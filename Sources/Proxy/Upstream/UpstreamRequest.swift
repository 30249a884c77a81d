import Forwarding
import HTTP
import HTTP2
import LinuxIO
import Serving
import Wire

/// One request on its way to a server, and the answer on its way back. It belongs to the loop's thread.
final class UpstreamRequest {
    /// Times that a request is sent again. A server that refuses each one would keep it for ever.
    private static let mostRetries = 8
    private static let idempotent: Set = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

    let forwarded: ForwardedRequest
    /// Who asks; nil for the proxy itself.
    let client: IPAddress?
    /// It may lead to what listens on this machine's loopback addresses.
    let mayReachLoopback: Bool
    /// The request's content as it arrives; nil if it has none.
    let body: BodyStream?
    let answer: LateResponse
    private(set) var facts: UpstreamFacts
    private let keeping: ContentKeeping?
    private let cache: CacheVisit?
    /// What becomes of the response.
    let revision: ResponseRevision
    private var interimHeads = InterimHeads()
    private var taps: ResponseTaps
    private let release: ResponseRelease
    /// What the request opened, if that is a tunnel. It ends with the connection.
    weak var tunnel: TunnelUpstream?

    /// `plan` is what rules make of the exchange; nil if none is for it. `keeping` nil keeps no bodies, `cache` nil stores none,
    /// `breakpoint` nil holds no response, and `mirrors` nil mirrors none.
    init(
        _ forwarded: ForwardedRequest,
        _ plan: ExchangePlan? = nil,
        of client: IPAddress? = nil,
        mayReachLoopback: Bool = true,
        body: BodyStream?,
        keeping: ContentKeeping? = nil,
        answer: LateResponse = LateResponse(),
        cache: CacheVisit? = nil,
        breakpoint: ResponseBreakpoint? = nil,
        mirrors: MirrorWriter? = nil
    ) {
        self.forwarded = forwarded
        self.client = client
        self.mayReachLoopback = mayReachLoopback
        self.body = body
        self.answer = answer
        self.keeping = keeping
        self.cache = cache
        revision = ResponseRevision(forwarded, plan, cache)
        taps = ResponseTaps(plan, mirrors: mirrors, cache: cache, keeping: keeping)
        release = ResponseRelease(plan, at: breakpoint)
        facts = UpstreamFacts(to: forwarded.destination)
        guard keeping != nil else { return }
        facts.responseContent = KeptContent()
        if body != nil { facts.requestContent = KeptContent() }
    }

    deinit {
        keeping?.release(facts.keptBytes)
    }

    var framing: HTTP1RequestFraming {
        guard body != nil else { return .none }
        return forwarded.head.fields["Content-Length"].flatMap { Int($0) }.map { .length($0) } ?? .chunked
    }

    /// Whether it may be sent once more, if the server has not looked at it.
    var mayRetry: Bool { body == nil && facts.retries < Self.mostRetries }

    /// The same if the server may have: only what does no harm when it is done twice (RFC 9110, 9.2.2).
    var mayRepeat: Bool { mayRetry && Self.idempotent.contains(forwarded.head.method) }

    /// Nobody waits for its answer any more.
    func giveUp() {
        answer.giveUp()
    }

    /// A connection that another client's request may have opened.
    func mayUse(_ connection: UpstreamConnection) -> Bool { mayReachLoopback || !connection.isOfLoopback }

    /// Its client has left, and nothing of an answer was made.
    var isUnwanted: Bool { answer.isUnwanted }

    /// The tunnel turned out to carry requests: its connection serves them.
    func switchToRequests() {
        tunnel?.giveUpConnection()
        tunnel = nil
    }

    func begin(on connection: UpstreamConnection) {
        facts.address = connection.address
        facts.localPort = connection.localPort
        facts.order = connection.served
        facts.stream = nil
        facts.parent = connection.route.parent?.server
        facts.line = connection.line?.name
        facts.isReused = connection.served > 0
        facts.connection = connection.times
        facts.negotiation = connection.negotiation
        facts.certificate = connection.certificate
    }

    /// It is a stream of the connection that it began on.
    func noteStream(_ stream: HTTP2StreamID) {
        facts.stream = Int(stream)
    }

    func noteRetry() {
        facts.retries += 1
        (facts.requestHeadBytes, facts.requestBodyBytes) = (0, 0)
        facts.sentFirst = nil
        facts.sentLast = nil
    }

    /// That many bytes of the head, and of the body without framing, were sent.
    func sent(head: Int = 0, body: Int = 0, _ now: Instant, isLast: Bool) {
        facts.requestHeadBytes += head
        facts.requestBodyBytes += body
        if facts.sentFirst == nil { facts.sentFirst = now }
        if isLast { facts.sentLast = now }
    }

    /// The next bytes of its body.
    func takeBody(atMost count: Int) -> BodyStream.Piece {
        guard let piece = body?.take(atMost: count) else { return .nothing }
        if case .end(let trailers) = piece { return .end(trailers: HopFields.passable(trailers: trailers)) }
        if case .bytes(let bytes, _) = piece, let keeping, var content = facts.requestContent {
            facts.requestContent = nil
            keeping.add(bytes, to: &content)
            facts.requestContent = content
        }
        return piece
    }

    /// A 1xx head has come. False if there were too many.
    func inform(_ head: HTTPResponseHead) -> Bool {
        guard interimHeads.admit(head) else { return false }
        // The proxy itself asks its client to go on.
        if head.status != 100 { answer.inform(head.forwarded()) }
        return true
    }

    /// The head has come.
    func receive(_ head: HTTPResponseHead, hasContent: Bool) {
        taps.receive(head, hasContent: hasContent, &facts)
    }

    /// Content of the response.
    func receive(_ bytes: ArraySlice<UInt8>) {
        facts.responseBodyBytes += bytes.count
        taps.receive(bytes, &facts)
    }

    func received(_ now: Instant) {
        if facts.receivedFirst == nil { facts.receivedFirst = now }
    }

    func note(_ hello: TunnelHello) {
        facts.hello = hello
    }

    /// The response is passed on once its body is whole, unless that is too long.
    var needsWholeBody: Bool { revision.body != nil || release.needsWholeBody }

    /// The response's body crosses as it is though a rule rewrites it.
    func noteUneditedBody(_ failure: BodyEditFailure) {
        facts.uneditedBody = failure
    }

    /// What is odd about the head, which is passed on all the same.
    func note(_ oddities: Set<HTTP1Oddity>) {
        facts.oddities = oddities
    }

    /// The answer in place of the server's; nil if there is none.
    var replacement: ServedResponse? { cache?.answer }

    func respond(_ response: ServedResponse, head: HTTPResponseHead) {
        facts.head = head
        pass(response)
    }

    private func pass(_ response: ServedResponse) {
        if let released = release.release(response, or: answer) { answer.fulfil(released) }
    }

    /// Bytes of the response's head.
    func count(head: Int) {
        facts.responseHeadBytes = head
    }

    /// Bytes of a tunnel from the server so far.
    func count(tunnel: Int) {
        facts.responseBodyBytes = tunnel
    }

    /// What a WebSocket has carried so far; nil for another tunnel.
    func count(messages: MessageTraffic?) {
        facts.messages = messages
    }

    func end(_ now: Instant) {
        facts.receivedLast = now
        taps.end(&facts)
    }

    /// The server's answer will not come. Only the first failure counts.
    func fail(_ failure: UpstreamFailure) {
        guard facts.failure == nil else { return }
        facts.failure = failure
        body?.abandon()
        let page = ServedResponse.proxyPage(
            failure.status,
            "\(facts.destination): \(failure)",
            reason: failure.errorType
        )
        // A page is told at once.
        if let stored = cache?.fail() { pass(stored) } else { answer.fulfil(page) }
    }
}
