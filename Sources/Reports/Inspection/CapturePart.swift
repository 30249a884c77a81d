import Inspection
import Wire

/// The requested part of a capture: all, one connection, what a filter admits, or the first few in some
/// order.
struct CapturePart {
    let stream: Int?
    let filter: ExchangeFilter
    /// Connections of the remaining exchanges; nil if none was left out.
    var connections: Set<CaptureConnection>?

    var isAll: Bool { stream == nil && connections == nil }

    func holds(stream number: Int) -> Bool {
        number == stream ?? number && connections?.contains(.tcp(number)) ?? true
    }

    /// Selected by its connection's exchanges, or by the server name that the client requested.
    func holds(_ handshake: CaptureHandshake) -> Bool {
        guard stream == nil || handshake.stream == stream else { return false }
        return connections?.contains(handshake.connection) ?? true || holds(handshake.offer?.serverName)
    }

    /// Likewise.
    func holds(_ connection: CaptureQUICConnection) -> Bool {
        guard stream == nil else { return false }
        return connections?.contains(connection.connection) ?? true || holds(connection.serverName)
    }

    func holds(_ estimate: CaptureEstimate) -> Bool {
        holds(stream: estimate.stream)
            || estimate.stream == stream ?? estimate.stream && holds(estimate.serverName)
    }

    /// A filter does not apply to findings: how they relate to its exchanges is unknown.
    func holds(_ finding: CaptureFinding) -> Bool {
        stream == nil || finding.connection == nil || finding.connection?.stream == stream
    }

    /// Connections without exchanges are selected by name only.
    private func holds(_ name: String?) -> Bool {
        guard connections != nil else { return true }
        return name.map(filter.admits(onlyHost:)) ?? false
    }
}
