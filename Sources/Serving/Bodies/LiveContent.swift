/// Follows a response's head and is not known when the response is made.
package enum LiveContent: Hashable, Sendable {
    /// Content of the response, made while it is sent.
    case stream(BodyStream)
    /// No content: another protocol takes over the connection.
    case takeover(ConnectionTakeover)

    /// No client will take it.
    func abandon() {
        switch self {
        case .stream(let content): content.abandon()
        case .takeover(.tunnel(let fromClient, let toClient, _)):
            fromClient.breakOff()
            toClient.abandon()
        case .takeover(.requests), .takeover(.encryption): break
        }
    }
}
