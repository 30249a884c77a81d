/// What a client's session remembers of a stream that is open.
struct ClientStream {
    /// The response has come to its end.
    var isWhole = false
    /// Why the caller or the session wants no more of it; what still comes is passed over.
    var resetCode: HTTP2ErrorCode?
    /// Its request is more than can be framed.
    var isUnsendable = false

    var isGivenUp: Bool { resetCode != nil }
}
