import Inspection
import Wire

/// What of a capture is asked for: all of it, one connection, what a filter admits, or the first few in some order.
struct CapturePart {
    let stream: Int?
    let filter: ExchangeFilter
    /// Connections of the exchanges that are left; nil where none was left out.
    var streams: Set<Int>?

    var isAll: Bool { stream == nil && streams == nil }

    func holds(stream number: Int) -> Bool {
        number == stream ?? number && streams?.contains(number) ?? true
    }

    /// By its connection's exchanges, or by whom the client asked for.
    func holds(_ handshake: CaptureHandshake) -> Bool {
        if handshake.quic != nil { return stream == nil && holds(handshake.offer?.serverName) }
        return holds(stream: handshake.stream)
            || handshake.stream == stream ?? handshake.stream && holds(handshake.offer?.serverName)
    }

    func holds(_ estimate: CaptureEstimate) -> Bool {
        holds(stream: estimate.stream)
            || estimate.stream == stream ?? estimate.stream && holds(estimate.serverName)
    }

    /// Of a filter nobody knows which findings touch what it leaves.
    func holds(_ finding: CaptureFinding) -> Bool {
        stream == nil || finding.stream == nil || finding.stream == stream
    }

    /// What has no exchanges goes by its name alone.
    private func holds(_ name: String?) -> Bool {
        guard streams != nil else { return true }
        return name.map(filter.admits(onlyHost:)) ?? false
    }
}
