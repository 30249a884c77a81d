import HTTP
import HTTP2

extension HTTP2ServerSession: MultiplexedSession {
    func mayRespond(_ head: HTTPResponseHead, on stream: HTTP2StreamID, hasBody: Bool) -> Bool {
        do throws(HTTP2Error) {
            try respond(head, on: stream, hasBody: hasBody)
            return true
        } catch {
            return false
        }
    }

    func mayInform(_ head: HTTPResponseHead, on stream: HTTP2StreamID) -> Bool {
        do throws(HTTP2Error) {
            try inform(head, on: stream)
            return true
        } catch {
            return false
        }
    }
}
