import HTTP
import HTTP2
import LinuxIO
import Wire

/// How requests are answered, stream by stream.
extension HTTP2Conversation: HTTP2BodySource {
    func begin(
        _ response: ServedResponse,
        to exchange: ServedExchange,
        on stream: HTTP2StreamID,
        interim informed: Int,
        isWhole: Bool
    ) {
        var interim = informed
        for head in response.interim where inform(head, on: stream) { interim += 1 }
        let answer = HTTP2Response(
            response,
            to: exchange,
            interim: interim,
            isRequestWhole: isWhole,
            dates: setting.writer.dates
        )
        streams[stream] = .answering(answer)
        guard take(response.live, on: stream) else { return }
        // At once, unless the course delays it.
        if answer.start <= now { goOn(stream) } else { wait(stream, until: answer.start) }
    }

    /// Subscribes to content that is still being made. False if HTTP/2 cannot carry it: the stream is given
    /// up.
    private func take(_ live: LiveContent?, on stream: HTTP2StreamID) -> Bool {
        let content: BodyStream
        switch live {
        case nil: return true
        case .stream(let made): content = made
        case .takeover(.tunnel(let fromClient, let toClient)):
            uploads[stream] = RequestUpload(fromClient, asksLeave: false, onRoom: setting.wakeUp)
            content = toClient
        case .takeover(.encryption):
            session.reset(stream, .internalError)
            return false
        }
        content.onContent(setting.wakeUp)
        return true
    }

    /// Sends 100 (Continue) to a client that waits for it.
    func giveLeave(on stream: HTTP2StreamID) {
        guard case .awaiting(let awaited, let interim, let isWhole)? = streams[stream],
            inform(.goOn, on: stream)
        else { return }
        streams[stream] = .awaiting(awaited, interim: interim + 1, isWhole: isWhole)
    }

    /// True if the head will be sent.
    func inform(_ head: HTTPResponseHead, on stream: HTTP2StreamID) -> Bool {
        do throws(HTTP2Error) {
            try session.inform(head, on: stream)
            return true
        } catch {
            return false
        }
    }

    /// Continues a stream whose wait has ended.
    func goOn(_ stream: HTTP2StreamID) {
        guard case .answering(let response)? = streams[stream] else { return }
        if response.isStalled { return cut(response, on: stream, .internalError) }
        if response.hasHead { return session.resume(stream) }
        if response.plan.isBare {
            breakUp = .bytes(BodyCursor(response.plan.body), of: stream)
            return
        }
        if response.plan.stop == .start { return stop(response, on: stream) }
        do throws(HTTP2Error) {
            try session.respond(response.plan.head, on: stream, hasBody: response.hasBody)
            response.hasHead = true
            response.isEnded = !response.hasBody
        } catch {
            cut(response, on: stream, .internalError)
        }
    }

    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece {
        guard case .answering(let response)? = streams[stream] else { return .reset(.internalError) }
        switch response.supply(atMost: count, at: now) {
        case .content(let piece, let isLast):
            guard let bytes = Self.bytes(of: piece) else {
                cut(response, on: stream, .internalError)
                return .later
            }
            response.isEnded = isLast
            return .bytes(bytes, isLast: isLast)
        case .trailers(let fields):
            response.isEnded = true
            return .trailers(fields)
        case .wait(let instant): wait(stream, until: instant)
        case .starved: starved.insert(stream)
        case .brokenOff: cut(response, on: stream, .internalError)
        case .stop: stop(response, on: stream)
        }
        return .later
    }

    /// Called when the kernel has the stream's last byte or its reset, and `sentBytes` of the connection.
    func finish(_ response: HTTP2Response, on stream: HTTP2StreamID, after sentBytes: Int) {
        var exchange = response.exchange
        exchange.connectionBytes = sentBytes
        setting.responder.ended(exchange)
        streams[stream] = nil
        response.abandon()
        uploads.removeValue(forKey: stream)?.body.abandon()
        session.consumeRest(of: stream)
        if !response.isRequestWhole {
            // The client need not send a body that nobody reads.
            streams[stream] = .dropping
            session.reset(stream, .noError)
        }
        guard response.exchange.responseLastByte != nil else { return }
        switch response.ending {
        case .reset: breakUp = .reset
        case .goAway(_, let code): leave(HTTP2ErrorCode(rawValue: code), after: session.lastStream)
        case .whole, .close, .stall, .slowClose, .streamReset: break
        }
    }

    /// Ends the response here, before its own end, as its course asks.
    private func stop(_ response: HTTP2Response, on stream: HTTP2StreamID) {
        switch response.ending {
        case .close: cut(response, on: stream, .internalError)
        case .streamReset(_, let code): cut(response, on: stream, HTTP2ErrorCode(rawValue: code))
        case .reset: breakUp = .reset
        case .stall(_, let most):
            response.isStalled = true
            wait(stream, until: now + (most ?? setting.limits.stall))
        case .goAway(_, let code):
            response.isStalled = true
            // A client may retry elsewhere what was not begun.
            let last = response.hasHead ? session.lastStream : stream - 2
            leave(HTTP2ErrorCode(rawValue: code), after: max(0, last))
        case .whole, .slowClose: break
        }
    }

    func leave(_ code: HTTP2ErrorCode, after last: HTTP2StreamID) {
        isLeaving = true
        session.goAway(code, last: last)
    }

    private func cut(_ response: HTTP2Response, on stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        response.isEnded = true
        session.reset(stream, code)
    }

    private func wait(_ stream: HTTP2StreamID, until instant: Instant) {
        waiting[stream] = instant
        deadline = max(deadline, instant + setting.limits.idle)
    }

    /// nil if a file has become shorter or cannot be read.
    private static func bytes(of piece: ServedBody.Piece) -> ArraySlice<UInt8>? {
        switch piece {
        case .memory(let bytes): return bytes
        case .file(let file, let range):
            guard let bytes = try? file.bytes(in: range), bytes.count == range.count else { return nil }
            return bytes[...]
        }
    }
}
