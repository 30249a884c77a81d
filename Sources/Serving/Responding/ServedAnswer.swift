/// A responder's answer to a request.
package enum ServedAnswer: Sendable {
    case now(ServedResponse)
    /// Still being made; the server's thread continues with other work meanwhile.
    case late(LateResponse)
}
