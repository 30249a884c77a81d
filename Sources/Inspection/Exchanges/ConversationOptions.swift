/// What a reader of conversations is to do beside measuring.
package struct ConversationOptions: Hashable, Sendable {
    /// Unpacks content to tell its size; without it packed bodies are only counted as they came.
    package var decodesContent = true
    /// Keeps the segments one by one, for whoever tells the line from them.
    package var keepsPackets = false
    /// Keeps the fields of requests and responses.
    package var keepsFields = false
    /// The connection whose TCP is told event by event; nil where none is.
    package var chronicle: ChronicleOrder?

    /// Exchanges are asked for as they end (`CaptureInspector.takeEnded`).
    package var tellsEnded = false

    package init() {}
}
