import HTTP
import Wire

/// The body of a request that is answered while it comes.
extension HTTP1Conversation {
    /// An answer is waited for, and cannot be before more of the body is here.
    var isMissingBody: Bool { upload?.waitsForClient ?? false }

    /// Takes in what came of the body. nil where the connection goes on as it does without one.
    func goOnUploading(at now: Instant) -> ConversationStep? {
        // Out of its place meanwhile, since it is changed for every piece.
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
        // It was answered already, and nobody wants the rest.
        if upload.dropped > setting.limits.droppedBody { return .end(.inOrder) }
        return now >= deadline ? .end(.atOnce) : .wait
    }

    /// Tells the responder how an exchange ended.
    func report(_ exchange: ServedExchange) {
        var exchange = exchange
        if let uploaded { exchange.requestLastByte = uploaded }
        uploaded = nil
        setting.responder.ended(exchange)
    }
}
