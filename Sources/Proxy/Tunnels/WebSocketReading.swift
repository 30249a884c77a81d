import HTTP

/// Counts the messages of both ends of a WebSocket while their bytes pass.
struct WebSocketReading: Hashable {
    private var sent = WebSocketTally()
    private var received = WebSocketTally()

    /// nil unless the server has switched to a WebSocket.
    init?(switchedBy head: HTTPResponseHead) {
        guard head.fields["Upgrade"]?.lowercased() == "websocket" else { return nil }
    }

    mutating func receive(fromClient bytes: ArraySlice<UInt8>) { sent.receive(bytes) }

    mutating func receive(fromServer bytes: ArraySlice<UInt8>) { received.receive(bytes) }

    var traffic: MessageTraffic { MessageTraffic(.webSocket, sent: sent.count, received: received.count) }
}
