import HTTP
import HTTP2
import Wire

/// How requests are read.
extension HTTP2Conversation {
    func heed(_ events: [HTTP2Event]) {
        for event in events { heed(event) }
    }

    private func heed(_ event: HTTP2Event) {
        switch event {
        case .began(let stream):
            streams[stream] = .heading(firstByte: now)
            headDeadline = now + setting.limits.head
        case .request(let stream, let head, let isWhole): begin(head, on: stream, isWhole: isWhole)
        case .oversized(let stream, let isWhole):
            refuse(.malformed(HTTP1Error(.headTooLarge, at: 0)), on: stream, isWhole: isWhole)
        case .body(let stream, let bytes): add(bytes, on: stream)
        case .bodyEnd(let stream, let trailers): endBody(on: stream, trailers)
        case .closed(let stream, _): close(stream)
        case .goAway: break
        }
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

    private func begin(_ head: HTTPRequestHead, on stream: HTTP2StreamID, isWhole: Bool) {
        guard case .heading(let firstByte)? = streams[stream] else { return }
        noteProgress()
        if let fault = Self.fault(of: head) { return refuse(.malformed(fault), on: stream, isWhole: isWhole) }
        let incoming = IncomingRequest(
            head,
            hasBody: !isWhole,
            firstByte: firstByte,
            setting.responder,
            setting.limits
        )
        let order = takeOrder()
        streams[stream] = .reading(incoming, order: order, interim: 0)
        if let refusal = incoming.refusal {
            refuse(refusal, on: stream, isWhole: isWhole)
        } else if !isWhole, case .stream(let capacity) = incoming.reception {
            uploads[stream] = RequestUpload(
                BodyStream(capacity: capacity),
                asksLeave: incoming.asksLeave,
                onRoom: setting.wakeUp
            )
            answer(stream, HTTPFields(), isWhole: false)
        } else if isWhole || incoming.reception == .decline {
            answer(stream, HTTPFields(), isWhole: isWhole)
        } else if incoming.asksLeave, inform(HTTPResponseHead(status: 100), on: stream) {
            streams[stream] = .reading(incoming, order: order, interim: 1)
        }
    }

    private func add(_ bytes: [UInt8], on stream: HTTP2StreamID) {
        if uploads[stream] != nil {
            noteProgress()
            uploads[stream]?.add(bytes[...])
            return makeRoom(on: stream)
        }
        session.consumed(bytes.count, of: stream)
        guard case .reading(var incoming, let order, let interim)? = streams[stream] else { return }
        noteProgress()
        let refusal = incoming.add(bytes[...])
        streams[stream] = .reading(incoming, order: order, interim: interim)
        if let refusal { refuse(refusal, on: stream, isWhole: false) }
    }

    /// Lets the client send more of a body if there is room for it.
    func makeRoom(on stream: HTTP2StreamID) {
        guard let upload = uploads[stream], upload.hasRoom else { return }
        session.consumeRest(of: stream)
    }

    private func endBody(on stream: HTTP2StreamID, _ trailers: HTTPFields) {
        let upload = uploads.removeValue(forKey: stream)
        upload?.body.end(trailers: trailers)
        session.consumeRest(of: stream)
        switch streams[stream] {
        case .reading: answer(stream, trailers, isWhole: true)
        case .answering(let response):
            response.isRequestWhole = true
            if upload != nil { response.exchange.requestLastByte = now }
        case .awaiting(let awaited, let interim, _):
            if upload != nil { awaited.exchange.requestLastByte = now }
            streams[stream] = .awaiting(awaited, interim: interim, isWhole: true)
        case .heading, .dropping, nil: break
        }
    }

    /// The session is done with the stream. If its last frame was made, the exchange ends with that frame.
    private func close(_ stream: HTTP2StreamID) {
        uploads.removeValue(forKey: stream)?.body.breakOff()
        starved.remove(stream)
        switch streams[stream] {
        case .answering(let response):
            if response.isEnded { return }
            response.abandon()
            setting.responder.ended(response.exchange)
        // The session refused its head and reset the stream: the request is recorded without an answer.
        case .heading(let firstByte):
            headDeadline = nil
            setting.responder.ended(exchange(stream, takeOrder(), nil, firstByte: firstByte))
        case .awaiting(let awaited, _, _): setting.responder.ended(awaited.abandon())
        case .reading, .dropping, nil: break
        }
        waiting[stream] = nil
        awaiting.remove(stream)
        streams[stream] = nil
    }

    private func noteProgress() {
        headDeadline = nil
        deadline = max(deadline, now + setting.limits.idle)
    }

    private func takeOrder() -> Int {
        defer { order += 1 }
        return order
    }

    private func answer(_ stream: HTTP2StreamID, _ trailers: HTTPFields, isWhole: Bool) {
        guard case .reading(let incoming, let order, let interim)? = streams[stream] else { return }
        let request = ServedRequest(
            head: incoming.head,
            body: incoming.body,
            bodyBytes: incoming.bodyBytes,
            trailers: trailers,
            stream: uploads[stream]?.body,
            tunnel: setting.tunnel,
            client: setting.client,
            isEncrypted: setting.isEncrypted,
            order: order
        )
        let exchange = exchange(stream, order, incoming.head, firstByte: incoming.firstByte)
        switch setting.responder.respond(to: request) {
        case .now(let response):
            begin(response, to: exchange, on: stream, interim: interim, isWhole: isWhole)
        case .late(let late):
            awaiting.insert(stream)
            let awaited = AwaitedResponse(late, to: exchange, setting)
            streams[stream] = .awaiting(awaited, interim: interim, isWhole: isWhole)
        }
    }

    /// False while the stream's response is still being made.
    func beginAwaited(on stream: HTTP2StreamID) -> Bool {
        guard case .awaiting(let awaited, var interim, let isWhole)? = streams[stream] else { return false }
        for head in awaited.late.takeInterim() where inform(head, on: stream) { interim += 1 }
        guard let response = awaited.late.made else {
            streams[stream] = .awaiting(awaited, interim: interim, isWhole: isWhole)
            return false
        }
        awaiting.remove(stream)
        begin(response, to: awaited.exchange, on: stream, interim: interim, isWhole: isWhole)
        return true
    }

    private func refuse(_ refusal: RequestRefusal, on stream: HTTP2StreamID, isWhole: Bool) {
        let exchange: ServedExchange
        var interim = 0
        switch streams[stream] {
        case .heading(let firstByte):
            noteProgress()
            exchange = self.exchange(stream, takeOrder(), nil, firstByte: firstByte)
        case .reading(let incoming, let order, let informed):
            interim = informed
            exchange = self.exchange(stream, order, incoming.head, firstByte: incoming.firstByte)
        case .awaiting, .answering, .dropping, nil: return
        }
        let response = setting.responder.refuse(refusal)
        begin(response, to: exchange, on: stream, interim: interim, isWhole: isWhole)
    }

    private func exchange(
        _ stream: HTTP2StreamID,
        _ order: Int,
        _ request: HTTPRequestHead?,
        firstByte: Instant
    ) -> ServedExchange {
        ServedExchange(
            client: setting.client,
            order: order,
            stream: Int(stream),
            request: request,
            status: 0,
            accepted: setting.accepted,
            requestFirstByte: firstByte,
            requestLastByte: now
        )
    }
}
