/// Follows a response's head and is not known when the response is made.
package enum LiveContent: Hashable, Sendable {
    /// Content of the response, made while it is sent.
    case stream(BodyStream)
    /// No content: another protocol takes over the connection.
    case takeover(ConnectionTakeover)
}
