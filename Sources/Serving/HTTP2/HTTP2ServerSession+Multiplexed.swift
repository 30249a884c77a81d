import HTTP
import HTTP2

extension HTTP2ServerSession {
    /// True if the 1xx head will be sent. A client can do without.
    func mayInform(_ head: HTTPResponseHead, on stream: HTTP2StreamID) -> Bool {
        do throws(HTTP2Error) {
            try inform(head, on: stream)
            return true
        } catch {
            return false
        }
    }
}
