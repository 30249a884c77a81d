import Forwarding
import HTTP
import HTTP2
import LinuxIO
import Serving
import Wire

/// One request on its way to a server, and the answer on its way back. It belongs to the loop's thread.
final class UpstreamRequest {
    /// Bytes of 1xx heads before one answer. They wait in memory for a client that takes nothing.
    private static let mostInterim = 65_536
    /// Bytes that each of them counts beside its fields, so that their number is limited, too.
    private static let interimOverhead = 128
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
    /// What rules make of the exchange; nil if none is for it.
    private let plan: ExchangePlan?
    let answer: LateResponse
    private(set) var facts: UpstreamFacts
    private let keeping: ContentKeeping?
    /// What the request opened, if that is a tunnel. It ends with the connection.
    weak var tunnel: TunnelUpstream?
    private let mirrors: MirrorWriter?
    private var mirror: MirrorCopy?
    private let cache: CacheVisit?
    private let breakpoint: ResponseBreakpoint?
    private var interimBytes = 0
    /// nil unless the response is a stream of events that is not compressed.
    private var events: EventStreamTally?

    /// `keeping` nil keeps no bodies, `cache` nil stores none, `breakpoint` nil holds no response, and
    /// `mirrors` nil mirrors none.
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
        self.mirrors = mirrors
        self.breakpoint = breakpoint
        self.cache = cache
        self.answer = answer
        self.forwarded = forwarded
        self.client = client
        self.mayReachLoopback = mayReachLoopback
        self.plan = plan
        self.body = body
        self.keeping = keeping
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
        interimBytes += head.fields.reduce(Self.interimOverhead) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
        guard interimBytes <= Self.mostInterim else { return false }
        // The proxy itself asks its client to go on.
        if head.status != 100 { answer.inform(head.forwarded()) }
        return true
    }

    /// Content of the response.
    func receive(_ bytes: ArraySlice<UInt8>) {
        facts.responseBodyBytes += bytes.count
        events?.receive(bytes)
        if let events { facts.messages = MessageTraffic(.events, received: events.count) }
        if let failure = mirror?.write(bytes) {
            mirror = nil
            facts.mirrorFailure = failure
        }
        cache?.receive(bytes)
        guard let keeping, var content = facts.responseContent else { return }
        facts.responseContent = nil
        keeping.add(bytes, to: &content)
        facts.responseContent = content
    }

    func received(_ now: Instant) {
        if facts.receivedFirst == nil { facts.receivedFirst = now }
    }

    func note(_ hello: TunnelHello) {
        facts.hello = hello
    }

    /// What becomes of the response's body; nil if it crosses as it is.
    var responseEdit: BodyEdit? { plan?.responseBody }

    /// The response is passed on once its body is whole, unless that is too long.
    var needsWholeBody: Bool { responseEdit != nil || breakpoint != nil }

    /// The response's body crosses as it is though a rule rewrites it.
    func noteUneditedBody(_ failure: BodyEditFailure) {
        facts.uneditedBody = failure
    }

    /// What is odd about the head, which is passed on all the same.
    func note(_ oddities: Set<HTTP1Oddity>) {
        facts.oddities = oddities
    }

    /// The head has come.
    func receive(_ head: HTTPResponseHead, hasContent: Bool) {
        cache?.receive(head)
        if hasContent, head.isEventStream {
            events = EventStreamTally()
            facts.messages = MessageTraffic(.events)
        }
        guard hasContent, let place = plan?.mirror, let mirrors else { return }
        mirror = MirrorCopy(place, head, at: mirrors)
    }

    /// The head of the server's response as the client gets it.
    func passed(_ head: HTTPResponseHead) -> HTTPResponseHead {
        var head = head.forwarded()
        if let name = forwarded.standIn { head = head.inPlace(of: forwarded.destination, as: name) }
        cache?.mark(&head)
        return plan?.revised(head) ?? head
    }

    /// The answer in place of the server's; nil if there is none.
    var replacement: ServedResponse? { cache?.answer }

    /// How the response goes out over time.
    var course: ResponseCourse { ResponseCourse(delay: plan?.delay ?? 0) }

    func respond(_ response: ServedResponse, head: HTTPResponseHead) {
        facts.head = head
        pass(response)
    }

    private func pass(_ response: ServedResponse) {
        guard let breakpoint else { return answer.fulfil(plan.spoil(response)) }
        breakpoint.hold(response, for: answer)
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
        if let failure = mirror?.finish() { facts.mirrorFailure = failure }
        mirror = nil
        cache?.end()
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

extension HTTPResponseHead {
    /// Server-sent events that can be read as they are.
    fileprivate var isEventStream: Bool {
        let type = fields["Content-Type"]?.split(separator: ";").first?.lowercased() ?? ""
        return type.split(separator: " ") == ["text/event-stream"]
            && (fields["Content-Encoding"] ?? "identity").lowercased() == "identity"
    }
}
