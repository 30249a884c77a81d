/// Where a session finds the bodies that it sends. It asks only for what the other end's windows allow, a frame's worth
/// at a time, and from within `HTTP2Session.send`.
package protocol HTTP2BodySource: AnyObject {
    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece
}
