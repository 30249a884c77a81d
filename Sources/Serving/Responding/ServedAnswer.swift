/// What a responder has for a request.
package enum ServedAnswer: Sendable {
    case now(ServedResponse)
    /// It is still being made, and the server's thread goes on with other things meanwhile.
    case late(LateResponse)
}
