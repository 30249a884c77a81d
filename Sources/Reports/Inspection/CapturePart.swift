import Inspection
import Wire

/// What of a capture is asked for: all of it, one connection, or what a filter admits.
struct CapturePart {
    let stream: Int?
    let filter: ExchangeFilter
    /// Connections with exchanges that the filter admits; only where there is one.
    var streams: Set<Int> = []

    var isAll: Bool { stream == nil && filter.isEmpty }

    func holds(stream number: Int) -> Bool {
        number == stream ?? number && (filter.isEmpty || streams.contains(number))
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
        if filter.isEmpty { return true }
        return name.map(filter.admits(onlyHost:)) ?? false
    }
}
