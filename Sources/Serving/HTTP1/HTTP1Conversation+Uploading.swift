import HTTP
import Wire

/// The body of a request that is answered while its body arrives.
extension HTTP1Conversation {
    /// An answer is awaited, and cannot come before more of the body has arrived.
    var isMissingBody: Bool { upload?.waitsForClient ?? false }

    /// Takes available bytes of the body. nil if the connection continues as it would without an upload.
    func goOnUploading(at now: Instant) -> ConversationStep? {
        // Moved out meanwhile, since each piece changes it.
        guard var upload = upload.take() else { return nil }
        let mayAnswer = response == nil && takeover == nil
        if upload.takeLeave(), mayAnswer, stream.unparsed == 0 { notes += HTTPResponseHead.goOn.serialised() }
        do throws(HTTP1Error) {
            while upload.hasRoom, let event = try stream.next() {
                switch event {
                case .head: break
                case .body(let content, _):
                    deadline = now + setting.limits.idle
                    upload.add(content)
                case .end(let end):
                    uploaded = stream.takeInstant(endingAt: end.body.upperBound)
                    upload.body.end(trailers: end.trailers)
                    if response == nil, awaited == nil { awaitRequest(at: now) }
                    return nil
                }
            }
        } catch {
            upload.body.breakOff()
            guard awaited != nil else { return .end(.brokenOff) }
            refuse(.malformed(error), at: error.offset, now)
            return .goOn
        }
        self.upload = upload
        if stream.isOver, upload.hasRoom { return .end(.atOnce) }
        guard response == nil, awaited == nil, takeover == nil else { return nil }
        // It is answered already, and nobody wants the rest.
        if upload.dropped > setting.limits.droppedBody { return .end(.inOrder) }
        return now >= deadline ? .end(.atOnce) : .wait
    }

    /// Reports to the responder how an exchange ended.
    func report(_ exchange: ServedExchange) {
        var exchange = exchange
        if let uploaded { exchange.requestLastByte = uploaded }
        uploaded = nil
        setting.responder.ended(exchange)
    }
}
