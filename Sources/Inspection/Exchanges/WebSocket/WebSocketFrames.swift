/// What was sent in the frames of a WebSocket.
package struct WebSocketFrames: Hashable, Sendable {
    /// What one side sent.
    package struct Side: Hashable, Sendable {
        package var frames = 0
        /// Text and binary messages that were sent to their end.
        package var messages = 0
        /// Payload of text and binary messages, as transferred.
        package var bytes = 0
        /// Pings, pongs, and the frame that closes.
        package var controls = 0

        package init() {}
    }

    package var up = Side()
    package var down = Side()
    /// Why the connection was closed, by the first side that said so.
    package var closeCode: Int?

    package init() {}
}
