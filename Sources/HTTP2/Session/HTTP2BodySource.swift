/// Supplies the bodies that a session sends. The session asks only for what the other end's windows allow,
/// one frame at a time, and from within `HTTP2Session.send`.
package protocol HTTP2BodySource: AnyObject {
    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece
}
