package import Inspection

/// Identifies an exchange of a capture: its connection, and its order on it.
package struct RecordedExchangeID: Hashable, Sendable {
    package var connection: CaptureConnection
    package var order: Int

    package init(_ exchange: CaptureExchange) {
        connection = exchange.connection
        order = exchange.order
    }
}
