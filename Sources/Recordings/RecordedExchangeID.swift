package import Inspection

/// Identifies an exchange of a capture: its connection, and its order on it.
package struct RecordedExchangeID: Hashable, Sendable {
    package var stream: Int
    package var order: Int

    package init(_ exchange: CaptureExchange) {
        stream = exchange.stream
        order = exchange.order
    }
}
