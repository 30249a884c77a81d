import Forwarding
import HTTP
import LinuxIO
import Serving
import Wire

/// HTTP/1.1 on a connection to a server: one request after another. It belongs to the loop's thread.
final class HTTP1Upstream: UpstreamConversation {
    private static let piece = 65_536

    private var machine = HTTP1ClientConnection(.tolerant, limits: HTTP1Limits(fields: UpstreamLimits.fields))
    private let pool: UpstreamPool
    private unowned let connection: UpstreamConnection
    /// Asks for a turn of the connection.
    private let wakeUp: @Sendable () -> Void
    private var request: UpstreamRequest?
    private var reply = UpstreamReply()
    /// The request's head until it is sent.
    private var output: ArraySlice<UInt8> = []
    /// Offset in the server's stream at which the response's head began.
    private var start = 0
    /// Since when the answer, or more of one that is held back, is awaited.
    private var latest = Instant.zero
    /// Why the answer is not passed on: a parent does not forward the request, or there is no end of 1xx heads.
    private var refusal: UpstreamFailure?
    /// The protocol that follows HTTP, once both ends have switched.
    private var tunnel: TunnelUpstream?

    init(_ request: UpstreamRequest, on connection: UpstreamConnection, in pool: UpstreamPool) {
        self.request = request
        self.connection = connection
        self.pool = pool
        wakeUp = pool.wakeUp(connection)
        begin()
    }

    /// Sends a further request on the idle connection.
    func begin(_ request: UpstreamRequest) {
        self.request = request
        connection.reuse(for: request.client)
        begin()
    }

    private func begin() {
        guard let request else { return }
        request.begin(on: connection)
        reply = UpstreamReply()
        latest = pool.clock.now()
        start = machine.position
        do throws(HTTP1RequestError) {
            output = try machine.begin(connection.route.head(of: request.forwarded), request.framing)[...]
        } catch {
            self.request = nil
            request.fail(.unsendable(error))
        }
        request.body?.onContent(wakeUp)
        request.answer.whenUnwanted(wakeUp)
        wakeUp()
    }

    // MARK: UpstreamConversation

    var acceptsInput: Bool { tunnel?.acceptsInput ?? reply.hasRoom }

    /// Once the client has the head the body may take as long as it likes.
    var deadline: Instant? {
        if let tunnel { return tunnel.deadline }
        return request != nil && !reply.hasAnswered ? latest + pool.limits.answer : nil
    }

    var pendingWait: UpstreamFailure.Wait { tunnel?.pendingWait ?? .answer }

    var isUnwanted: Bool {
        if let tunnel { return tunnel.isUnwanted }
        guard let request else { return false }
        return reply.isAbandoned || !reply.hasAnswered && request.isUnwanted
    }

    var hasFinishedSending: Bool { tunnel?.hasFinishedSending ?? false }

    func takeOutput(at now: Instant) throws(UpstreamFailure) -> ArraySlice<UInt8> {
        if let tunnel { return try tunnel.takeOutput(at: now) }
        guard let request else { return [] }
        if isUnwanted { throw .unwanted }
        let isHead = !output.isEmpty
        let piece = isHead ? (output, content: 0) : try takeContent(of: request)
        output = []
        let bytes = piece.0
        guard !bytes.isEmpty else { return [] }
        latest = now
        let head = isHead ? bytes.count : 0
        request.sent(head: head, body: piece.content, now, isLast: machine.isRequestFinished)
        return bytes
    }

    /// The next bytes of the body in their framing, and how many there are without it.
    private func takeContent(
        of request: UpstreamRequest
    ) throws(UpstreamFailure) -> (ArraySlice<UInt8>, content: Int) {
        guard request.body != nil, !machine.isRequestFinished else { return ([], 0) }
        do throws(HTTP1RequestError) {
            switch request.takeBody(atMost: Self.piece) {
            case .bytes(let bytes, let isLast):
                let frame = try machine.frame(bytes.count)
                let end = isLast && !machine.isRequestFinished ? try machine.finish() : []
                if frame.front.isEmpty, frame.back.isEmpty, end.isEmpty { return (bytes, bytes.count) }
                return ((frame.front + bytes + frame.back + end)[...], bytes.count)
            case .end(let trailers):
                // Only chunks leave room for trailers.
                let room = request.framing == .chunked
                return (try machine.finish(trailers: room ? trailers : HTTPFields())[...], 0)
            case .nothing: return ([], 0)
            case .brokenOff: break
            }
        } catch {
            throw .unsendable(error)
        }
        throw .unwanted
    }

    func receive(_ bytes: [UInt8], at now: Instant) throws(UpstreamFailure) {
        if let tunnel { return tunnel.receive(bytes, at: now) }
        // Of another request, or of none: it is no answer to this one.
        if !bytes.isEmpty, !output.isEmpty {
            throw .malformed(HTTP1Error(.unaskedBytes, at: machine.position))
        }
        if bytes.isEmpty {
            machine.serverClosed()
        } else {
            machine.receive(bytes)
            request?.received(now)
        }
        do throws(HTTP1Error) {
            while refusal == nil, let event = try machine.next() { take(event, at: now) }
        } catch {
            throw bytes.isEmpty ? .closed : .malformed(error)
        }
        if let refusal { throw refusal }
        guard let request, tunnel == nil else { return }
        reply.answer(request, isEnded: false, wakeUp: wakeUp)
    }

    private func take(_ event: HTTP1ClientEvent, at now: Instant) {
        guard let request else { return }
        switch event {
        case .interim(let head):
            if !request.inform(head) { refusal = .endlessInterim }
        case .head(let head, let framing):
            latest = now
            // A parent's question is the proxy's to answer, not its client's.
            refusal = connection.route.refusal(head)
            reply.begin(head, framing)
            if !machine.oddities.isEmpty { request.note(machine.oddities) }
            if refusal == nil { request.receive(head, hasContent: framing != .none) }
            request.count(head: machine.position - start)
        case .body(let bytes):
            latest = now
            reply.add(bytes)
            request.receive(bytes)
        case .end(let end):
            request.end(now)
            reply.finish(with: end.trailers)
            reply.answer(request, isEnded: true, wakeUp: nil)
            self.request = nil
            reply = UpstreamReply()
        case .switched(let head):
            tunnel = TunnelUpstream(request, switchedBy: head, first: machine.rest, pool.limits, at: now)
            self.request = nil
            tunnel?.listen(wakeUp)
        }
    }

    var standing: UpstreamStanding {
        if let tunnel { return tunnel.standing }
        if request != nil { return .busy }
        return machine.persistence == .ready ? .idle : .over
    }

    func lost(_ failure: UpstreamFailure) {
        if let tunnel { return tunnel.lost(failure) }
        guard let request else { return }
        self.request = nil
        // The server may have closed the idle connection while the request was on its way.
        let isStale = connection.served > 0 && !machine.hasResponseBegun && failure.isOfConnection
        if isStale, request.mayRepeat {
            request.noteRetry()
            return pool.begin(request)
        }
        reply.breakOff()
        request.fail(failure)
    }
}
