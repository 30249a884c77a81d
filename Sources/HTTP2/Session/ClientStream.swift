/// A client session's state of an open stream.
struct ClientStream {
    /// The response is complete.
    var isWhole = false
    /// Why the caller or the session gave it up; further bytes are ignored.
    var resetCode: HTTP2ErrorCode?
    /// Its request is too large to be framed.
    var isUnsendable = false

    var isGivenUp: Bool { resetCode != nil }
}
