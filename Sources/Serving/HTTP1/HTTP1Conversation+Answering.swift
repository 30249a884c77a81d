import HTTP
import LinuxIO
import Wire

/// How requests are answered.
extension HTTP1Conversation {
    func answer(
        _ incoming: IncomingRequest,
        lastByte: Instant,
        _ trailers: HTTPFields,
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        let served = ServedRequest(
            head: incoming.head,
            body: incoming.body,
            bodyBytes: incoming.bodyBytes,
            trailers: trailers,
            stream: upload?.body,
            tunnel: setting.tunnel,
            client: setting.client,
            isEncrypted: setting.isEncrypted,
            order: order
        )
        let answer = setting.responder.respond(to: served)
        let exchange = exchange(incoming.head, firstByte: incoming.firstByte, lastByte: lastByte)
        let isLast = incoming.reception == .decline || isFinishing || !incoming.head.wantsPersistence
        let response: ServedResponse
        switch answer {
        case .now(let made): response = made
        case .late(let late):
            awaited = (AwaitedResponse(late, to: exchange, setting), isLast)
            // 1xx heads or the body's first bytes may be available already.
            return .goOn
        }
        if !isLast, let lines = response.usualLines(for: incoming.head) {
            return try send(response, lines, exchange, on: transport, at: &now)
        }
        begin(response, to: exchange, isFinal: isLast, now)
        return takeover == nil && notes.isEmpty ? try write(on: transport, at: &now) : .goOn
    }

    /// False while the response is still being made.
    func beginAwaited(at now: Instant) -> Bool {
        guard let (awaited, isFinal) = awaited else { return false }
        if awaited.exchange.knowsInterimHeads {
            for head in awaited.late.takeInterim() { notes += head.serialised() }
        }
        guard let response = awaited.late.made else { return false }
        self.awaited = nil
        begin(response, to: awaited.exchange, isFinal: isFinal || isFinishing, now)
        return true
    }

    /// `offset` is the stream offset of the client's error.
    func refuse(_ refusal: RequestRefusal, at offset: Int? = nil, _ now: Instant) {
        let latest = stream.instant(of: .max) ?? setting.accepted
        if let awaited {
            // The missing body will not come, so the client gets the refusal instead of an answer.
            self.awaited = nil
            upload?.body.breakOff()
            let exchange = awaited.response.abandon()
            return begin(setting.responder.refuse(refusal), to: exchange, isFinal: true, now)
        }
        let firstByte = request?.firstByte ?? offset.flatMap { stream.instant(of: $0) } ?? latest
        let exchange = exchange(request?.head, firstByte: firstByte, lastByte: latest)
        request = nil
        begin(setting.responder.refuse(refusal), to: exchange, isFinal: true, now)
    }

    func write(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        guard let response else { return .goOn }
        let before = response.sentBytes
        let progress = try response.send(on: transport, at: now, setting.clock)
        if response.sentBytes != before { deadline = now + setting.limits.idle }
        switch progress {
        case .moved: return .goOn
        case .early:
            deadline = (response.next(at: now) ?? now) + setting.limits.idle
            return .wait
        case .blocked: return now >= deadline ? .end(.discarded) : .wait
        case .sent: return finish(response, after: transport.sentBytes, at: &now)
        }
    }

    private func exchange(
        _ request: HTTPRequestHead?,
        firstByte: Instant,
        lastByte: Instant
    ) -> ServedExchange {
        defer { order += 1 }
        return ServedExchange(
            client: setting.client,
            order: order,
            request: request,
            status: 0,
            accepted: setting.accepted,
            requestFirstByte: firstByte,
            requestLastByte: lastByte
        )
    }

    private func begin(
        _ response: ServedResponse,
        to exchange: ServedExchange,
        isFinal: Bool,
        _ now: Instant
    ) {
        // A client that still waits for 100 (Continue) may conclude that its body is not wanted, or send it
        // anyway.
        let isFinal = isFinal || (upload?.asksLeave ?? false)
        switch response.live {
        case nil: begin(OutgoingResponse(response, to: exchange, isFinal: isFinal, setting.writer.dates), now)
        case .stream(let content):
            if exchange.knowsInterimHeads {
                for head in response.interim { notes += head.serialised() }
            }
            begin(StreamedResponse(response, content, to: exchange, isFinal: isFinal, setting), now)
        case .takeover(let takeover):
            self.takeover = TakeoverConversation(setting, response.head, takeover, to: exchange)
        }
    }

    private func begin(_ response: any OutgoingMessage, _ now: Instant) {
        deadline = (response.next(at: now) ?? now) + setting.limits.idle
        self.response = response
    }

    /// Sends all of a usual response at once. What the kernel does not take continues like any other.
    private func send(
        _ response: ServedResponse,
        _ lines: [UInt8],
        _ exchange: consuming ServedExchange,
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        let message = response.message
        let (text, content) = setting.writer.write(message, lines, at: response.date)
        let count = text.count + content.count
        let taken: Handover
        do throws(TransportError) {
            taken = try transport.send(text, content, isLast: true, setting.clock)
        } catch {
            // An exchange under way is reported when the connection ends.
            begin(OutgoingResponse(response, to: exchange, isFinal: false, setting.writer.dates), now)
            throw error
        }
        guard taken.count == count else {
            let rest = OutgoingResponse(response, to: exchange, isFinal: false, setting.writer.dates)
            rest.begin(with: taken)
            begin(rest, now)
            return taken.count > 0 ? .goOn : .wait
        }
        now = setting.clock.now()
        exchange.status = message.head.status
        exchange.headerBytes = count - message.body.count
        exchange.bodyBytes = message.body.count
        exchange.responseFirstByte = taken.began
        exchange.responseLastByte = now
        exchange.connectionBytes = transport.sentBytes
        setting.responder.ended(exchange)
        return goOn(at: now)
    }

    /// `sentBytes`: bytes of the connection that the kernel has taken.
    private func finish(
        _ response: any OutgoingMessage,
        after sentBytes: Int,
        at now: inout Instant
    ) -> ConversationStep {
        self.response = nil
        var exchange = response.exchange
        exchange.connectionBytes = sentBytes
        report(exchange)
        now = response.exchange.responseLastByte ?? setting.clock.now()
        switch response.ending {
        case .whole:
            if response.isFinal || isFinishing { return .end(.inOrder) }
            return goOn(at: now)
        case .slowClose(let time): rest = (now + time, .inOrder)
        case .stall(_, let most): rest = (now + (most ?? setting.limits.stall), .brokenOff)
        case .close: return .end(.brokenOff)
        case .reset, .goAway, .streamReset: return .end(.reset)
        }
        return .goOn
    }

    /// The next request or the rest of this one's body may be available already.
    private func goOn(at now: Instant) -> ConversationStep {
        if let upload {
            upload.body.abandon()
            return .goOn
        }
        awaitRequest(at: now)
        return stream.unparsed == 0 && !stream.isOver ? .wait : .goOn
    }
}
