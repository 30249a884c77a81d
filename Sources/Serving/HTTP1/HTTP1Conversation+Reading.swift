import HTTP
import Wire

/// How requests are read.
extension HTTP1Conversation {
    func beginHead(at instant: Instant) {
        hasHeadBegun = true
        deadline = instant + setting.limits.head
    }

    func awaitRequest(at now: Instant) {
        deadline = now + setting.limits.idle
        hasHeadBegun = false
        if stream.unparsed > 0 { beginHead(at: now) }
    }

    func read(at now: Instant) -> RequestReading {
        do throws(HTTP1Error) {
            while let event = try stream.next() {
                switch event {
                case .head(let head, let range):
                    if let reading = begin(head, at: range, now) { return reading }
                case .body(let content, _):
                    deadline = now + setting.limits.idle
                    if let refusal = add(content) { return .refusal(refusal, at: nil) }
                case .end(let end):
                    guard let request = request.take() else { return .nothing }
                    return whole(request, upTo: end.body.upperBound, end.trailers)
                }
            }
            return .nothing
        } catch {
            return .refusal(.malformed(error), at: error.offset)
        }
    }

    /// nil if there is nothing to do before the body.
    private func begin(
        _ head: HTTPRequestHead,
        at range: Range<Int>,
        _ now: Instant
    ) -> RequestReading? {
        hasHeadBegun = false
        deadline = now + setting.limits.idle
        let isBare = IncomingRequest.isBare(head)
        let incoming = IncomingRequest(
            head,
            at: range,
            hasBody: isBare ? false : nil,
            firstByte: stream.instant(of: range.lowerBound) ?? setting.accepted,
            setting.responder,
            setting.limits
        )
        if isBare, stream.passEnd() {
            return whole(incoming, upTo: range.upperBound, HTTPFields())
        }
        if case .stream(let capacity) = incoming.reception, incoming.refusal == nil {
            upload = RequestUpload(
                BodyStream(capacity: capacity),
                asksLeave: incoming.asksLeave,
                onRoom: setting.wakeUp
            )
            return whole(incoming, upTo: range.upperBound, HTTPFields())
        }
        request = incoming
        if let refusal = incoming.refusal { return .refusal(refusal, at: nil) }
        if incoming.reception == .decline {
            request = nil
            return whole(incoming, upTo: range.upperBound, HTTPFields())
        }
        if incoming.asksLeave, stream.unparsed == 0 {
            notes = HTTPResponseHead.goOn.serialised()[...]
        } else if let upgrade = upgrade(by: incoming) {
            notes = HTTP2Upgrade.answer.serialised()[...]
            self.upgrade = upgrade
        } else {
            return nil
        }
        return .note
    }

    private func whole(
        _ request: IncomingRequest,
        upTo end: Int,
        _ trailers: HTTPFields
    ) -> RequestReading {
        let lastByte = stream.takeInstant(endingAt: max(end, request.range.upperBound))
        return .request(request, lastByte: lastByte ?? request.firstByte, trailers)
    }

    /// Takes a piece of the request's body; returns a refusal if the request is refused for it.
    private func add(_ content: ArraySlice<UInt8>) -> RequestRefusal? {
        // Moved out meanwhile, or each piece would copy its bytes.
        var incoming = request.take()
        defer { request = incoming }
        return incoming?.add(content)
    }

    private func upgrade(by incoming: IncomingRequest) -> HTTP2Upgrade? {
        let mayBe = !setting.isEncrypted && setting.protocols.contains(.http2) && !isFinishing
        guard mayBe, !incoming.hasBody, incoming.head.version >= .http11 else { return nil }
        return HTTP2Upgrade(incoming.head)
    }
}
