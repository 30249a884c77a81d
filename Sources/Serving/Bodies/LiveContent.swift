/// What follows a response's head and is not known when the response is made.
package enum LiveContent: Hashable, Sendable {
    /// Content of the response, made while it goes.
    case stream(BodyStream)
    /// No content: the connection is another protocol's from here on.
    case takeover(ConnectionTakeover)
}
