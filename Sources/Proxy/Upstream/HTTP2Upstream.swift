import Forwarding
import HTTP
import HTTP2
import LinuxIO
import Serving
import Wire

/// HTTP/2 on a connection to a server: many requests at a time, each a stream. It belongs to the loop's thread.
final class HTTP2Upstream: UpstreamConversation {
    /// Bytes of frames made at a time.
    private static let flight = 65_536

    private let session: HTTP2ClientSession
    private let pool: UpstreamPool
    private unowned let connection: UpstreamConnection
    /// Asks for a turn of the connection.
    private let wakeUp: @Sendable () -> Void
    private var exchanges: [HTTP2StreamID: HTTP2UpstreamExchange] = [:]
    /// The connection takes no further request.
    private var isOver = false
    /// Why this end has given the connection up; nil if it has not.
    private var fault: HTTP2Error?
    /// When the server's latest bytes came.
    private var heard = Instant.zero

    init(on connection: UpstreamConnection, in pool: UpstreamPool) throws(UpstreamFailure) {
        self.connection = connection
        self.pool = pool
        wakeUp = pool.wakeUp(connection)
        do throws(HTTP2Error) {
            session = try HTTP2ClientSession()
        } catch {
            throw .http2(error)
        }
    }

    var hasRoom: Bool { !isOver && session.spareStreams > 0 }

    func begin(_ request: UpstreamRequest) {
        if !exchanges.isEmpty || connection.idleSince != nil {
            connection.reuse(for: request.client)
        }
        request.begin(on: connection)
        do throws(HTTP2Error) {
            let stream = try session.request(
                request.forwarded.head,
                scheme: request.forwarded.destination.scheme,
                hasBody: request.body != nil
            )
            request.noteStream(stream)
            exchanges[stream] = HTTP2UpstreamExchange(request, since: pool.clock.now())
        } catch {
            request.fail(.http2(error))
        }
        request.body?.onContent(wakeUp)
        request.answer.whenUnwanted(wakeUp)
        wakeUp()
    }

    // MARK: UpstreamConversation

    /// The windows hold a server up, stream by stream.
    var acceptsInput: Bool { true }

    var deadline: Instant? {
        exchanges.values.lazy.filter(\.isAwaited).map(\.latest).min().map { $0 + pool.limits.answer }
    }

    var hasFinishedSending: Bool { false }

    /// Single streams are reset. This is for a server that does not even take that.
    var isUnwanted: Bool { !exchanges.isEmpty && exchanges.values.allSatisfy(\.isUnwanted) }

    func takeOutput(at now: Instant) throws(UpstreamFailure) -> ArraySlice<UInt8> {
        for (stream, exchange) in exchanges { review(exchange, on: stream, at: now) }
        do throws(HTTP2Error) {
            let output = try session.send(about: Self.flight, from: self)
            for mark in output.marks {
                exchanges[mark.stream]?.sent(mark, now)
                leaveIfOver(mark.stream)
            }
            // A stream or a session that breaks the rules ends with the frame that says so.
            take(session.takeEvents(), at: now)
            return output.bytes[...]
        } catch {
            throw .http2(error)
        }
    }

    /// Tells the session what has become possible since the last turn.
    private func review(_ exchange: HTTP2UpstreamExchange, on stream: HTTP2StreamID, at now: Instant) {
        if exchange.isUnwanted { return session.reset(stream, .cancel) }
        // Others go on, unless the server has been silent on all of them.
        if exchange.isAwaited, now >= exchange.latest + pool.limits.answer, heard > exchange.latest {
            return giveUp(stream, .slow(.answer))
        }
        session.consumed(exchange.takeConsumed(), of: stream)
        if exchange.awaitsContent, exchange.request.body?.hasContent == true {
            exchange.awaitsContent = false
            session.resume(stream)
        }
    }

    /// One exchange fails, and the connection stays.
    private func giveUp(_ stream: HTTP2StreamID, _ failure: UpstreamFailure) {
        session.reset(stream, .cancel)
        exchanges.removeValue(forKey: stream)?.fail(failure)
    }

    func receive(_ bytes: [UInt8], at now: Instant) throws(UpstreamFailure) {
        guard !bytes.isEmpty else {
            isOver = true
            if exchanges.isEmpty { return }
            throw .closed
        }
        heard = now
        do throws(HTTP2Error) {
            try session.receive(bytes[...], at: now)
        } catch {
            take(session.takeEvents(), at: now)
            throw .http2(error)
        }
        take(session.takeEvents(), at: now)
        for exchange in exchanges.values { exchange.answer(wakeUp) }
    }

    private func take(_ events: [HTTP2ClientEvent], at now: Instant) {
        for event in events {
            switch event {
            case .settings: break
            case .interim(let stream, let head):
                if exchanges[stream]?.inform(head, now) == false { giveUp(stream, .endlessInterim) }
            case .response(let stream, let head, let isWhole):
                exchanges[stream]?.receive(head, isWhole: isWhole, now)
                leaveIfOver(stream)
            case .body(let stream, let bytes):
                guard let exchange = exchanges[stream] else { session.consumeRest(of: stream); continue }
                exchange.receive(bytes, now)
                leaveIfOver(stream)
            case .bodyEnd(let stream, let trailers): exchanges[stream]?.end(trailers, now)
            case .oversized(let stream): exchanges[stream]?.request.fail(.oversizedHead)
            case .closed(let stream, let code, let isWhole): closed(stream, code, isWhole: isWhole)
            case .goAway: isOver = true
            case .failed(_, let reason):
                isOver = true
                fault = .connection(reason: reason)
            }
        }
    }

    /// The exchange is over: the connection does not wait for the frame that ends the stream.
    private func leaveIfOver(_ stream: HTTP2StreamID) {
        guard exchanges[stream]?.isOver == true else { return }
        exchanges[stream] = nil
        session.consumeRest(of: stream)
    }

    private func closed(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode, isWhole: Bool) {
        // What its client has not taken yet is no more than a stream's window. Without this the connection's
        // window would shrink with each response, until nothing moves.
        session.consumeRest(of: stream)
        guard let exchange = exchanges.removeValue(forKey: stream), !isWhole else { return }
        let request = exchange.request
        if code == .refusedStream, request.mayRetry, !exchange.hasHead {
            request.noteRetry()
            return pool.begin(request)
        }
        exchange.fail(failure(of: exchange, code))
    }

    private func failure(of exchange: HTTP2UpstreamExchange, _ code: HTTP2ErrorCode) -> UpstreamFailure {
        if exchange.isUnwanted { return .unwanted }
        if let fault { return .http2(fault) }
        return exchange.isReset ? .invalidStream(code) : .reset(code)
    }

    var standing: UpstreamStanding {
        if !exchanges.isEmpty { return .busy }
        // A server that takes no streams would gather idle connections.
        return isOver || session.isOver || session.streamLimit == 0 ? .over : .idle
    }

    func lost(_ failure: UpstreamFailure) {
        isOver = true
        let left = exchanges.values
        exchanges = [:]
        for exchange in left {
            // The server may have closed the idle connection while the request was on its way.
            let isStale = exchange.request.facts.isReused && heard <= exchange.latest && !exchange.hasHead
            if isStale, failure.isOfConnection, exchange.request.mayRepeat {
                exchange.request.noteRetry()
                pool.begin(exchange.request)
            } else {
                exchange.fail(failure)
            }
        }
    }
}

extension HTTP2Upstream: HTTP2BodySource {
    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece {
        guard let exchange = exchanges[stream], exchange.request.body != nil else {
            return .reset(.cancel)
        }
        switch exchange.request.takeBody(atMost: count) {
        case .bytes(let bytes, let isLast): return .bytes(bytes, isLast: isLast)
        case .end(let trailers): return trailers.isEmpty ? .bytes([], isLast: true) : .trailers(trailers)
        case .brokenOff: return .reset(.cancel)
        case .nothing:
            exchange.awaitsContent = true
            return .later
        }
    }
}
