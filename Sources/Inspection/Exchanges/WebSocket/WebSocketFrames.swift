/// Traffic in the frames of a WebSocket.
package struct WebSocketFrames: Hashable, Sendable {
    /// What one side sent.
    package struct Side: Hashable, Sendable {
        package var frames = 0
        /// Text and binary messages sent completely.
        package var messages = 0
        /// Payload of text and binary messages, as transferred.
        package var bytes = 0
        /// Pings, pongs, and close frames.
        package var controls = 0

        package init() {}
    }

    package var up = Side()
    package var down = Side()
    /// Code of the first close frame.
    package var closeCode: Int?

    package init() {}
}
