package import HTTP

/// The messages of an exchange that carries many: how many have crossed each way so far.
package struct MessageTraffic: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case webSocket = "websocket"
        /// Server-sent events, which go one way.
        case events
    }

    package var kind: Kind
    /// From the client.
    package var sent = MessageCount()
    /// From the server.
    package var received = MessageCount()

    package init(_ kind: Kind, sent: MessageCount = MessageCount(), received: MessageCount = MessageCount()) {
        self.kind = kind
        self.sent = sent
        self.received = received
    }
}
