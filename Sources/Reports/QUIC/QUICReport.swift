import Figures
import Inspection
import Wire

/// The QUIC connections of a capture for a reader: a row for each, and few ones in detail.
struct QUICReport {
    static let unknown = "-"
    /// More connections are only listed.
    private static let mostDetailed = 4

    let connections: InspectedList<CaptureQUICConnection>

    init(_ connections: InspectedList<CaptureQUICConnection>) {
        self.connections = connections
    }

    var isEmpty: Bool { connections.isEmpty }

    var sections: [ReportSection] {
        guard !isEmpty else { return [] }
        let isShort = connections.count <= Self.mostDetailed
        return [[.table(table)]] + (isShort ? connections.map { QUICDetail($0).section } : [])
    }

    private var table: ReportTable {
        ReportTable(
            of: connections,
            [
                .text("QUIC") { $0.connection.label },
                .number("client", priority: 3) { $0.client.description },
                .text("server") { ($0.serverName ?? $0.server.description).printable.shortened(to: 32) },
                .text("version", priority: 2) { $0.version.description },
                .number("wire bytes", "up", priority: 4) { ByteFormat.text($0.up.wireBytes) },
                .number("wire bytes", "down", priority: 5) { ByteFormat.text($0.down.wireBytes) },
                .number("packets", "lost", priority: 3) {
                    $0.hasKeys
                        ? ByteFormat.grouped($0.up.recovery.lost + $0.down.recovery.lost) : Self.unknown
                },
                .number("handshake", "round trip", priority: 6) {
                    $0.handshakeRoundTrip.map(DurationFormat.text) ?? Self.unknown
                },
                .text("at the", "end", priority: 1) { Self.words($0.ending) },
                .text { Self.reading($0) },
            ]
        )
    }

    static func words(_ ending: CaptureQUICConnection.Ending) -> String {
        switch ending {
        case .open: "open"
        case .closed: "closed"
        case .idle: "idle"
        case .statelessReset: "forgotten"
        case .versionNegotiation: "refused"
        }
    }

    private static func reading(_ connection: CaptureQUICConnection) -> String {
        if connection.hasKeys { return "opened" }
        return connection.up.closedPackets + connection.down.closedPackets > 0 ? "no keys" : ""
    }
}
