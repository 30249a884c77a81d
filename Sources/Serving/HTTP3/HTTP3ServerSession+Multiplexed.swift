import HTTP
import HTTP2
import HTTP3

extension HTTP3ServerSession: MultiplexedSession {
    func mayRespond(_ head: HTTPResponseHead, on stream: HTTP2StreamID, hasBody: Bool) -> Bool {
        do throws(HTTP3Error) {
            try respond(head, on: stream, hasBody: hasBody)
            return true
        } catch {
            return false
        }
    }

    func mayInform(_ head: HTTPResponseHead, on stream: HTTP2StreamID) -> Bool {
        do throws(HTTP3Error) {
            try inform(head, on: stream)
            return true
        } catch {
            return false
        }
    }

    func reset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        reset(stream, HTTP3ErrorCode(code))
    }

    /// HTTP/3's farewell has no code, and its last stream is the client's latest.
    func goAway(_ code: HTTP2ErrorCode, last: HTTP2StreamID) {
        goAway()
    }
}
