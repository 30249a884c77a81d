/// Tasks of a conversation reader besides measuring.
package struct ConversationOptions: Hashable, Sendable {
    /// Unpacks content to measure its size; otherwise packed bodies are only counted as transferred.
    package var decodesContent = true
    /// Keeps each segment, for fitting the line.
    package var keepsPackets = false
    /// Keeps the fields of requests and responses.
    package var keepsFields = false
    /// The connection whose TCP is reported event by event; nil for none.
    package var chronicle: ChronicleOrder?

    /// Exchanges are requested as they end (`CaptureInspector.takeEnded`).
    package var reportsEnded = false
    /// Connections, UDP flows and look-ups are requested as they change (`CaptureInspector.takeNews`).
    package var reportsFlows = false

    package init() {}
}
