import Wire

/// Bytes of all connections that wait for missing packets, and their limit.
struct WaitingBudget {
    let limit: Int
    var used = 0
    private var hasNoted = false

    init(limit: Int) {
        self.limit = limit
    }

    var isExceeded: Bool { used > limit }

    /// Reports once that the limit has closed a hole early.
    mutating func noteExceeded(packet: Int, stream: Int, _ findings: inout CaptureFindings) {
        noteExceeded(packet: packet, .tcp(stream), &findings)
    }

    mutating func noteExceeded(
        packet: Int,
        _ connection: CaptureConnection,
        _ findings: inout CaptureFindings
    ) {
        guard !hasNoted else { return }
        hasNoted = true
        findings.add(
            CaptureFinding(packet: packet, connection, .waiting(limit: limit))
        )
    }
}
