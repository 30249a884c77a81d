import Logs
import Runs
import Scenarios
import Theory
import Wire

/// Exchanges that the client began after an answer from its cache, to refresh what it had shown stale. No
/// transfer covers them, but the origin's log and the line's do. Later exchanges find their connection as
/// these left it.
///
/// Exchanges that opened a connection of their own are left out, and all if the line's log is incomplete.
struct RefreshExchanges {
    struct Refresh: Hashable {
        /// The index in the record of the transfer that was answered meanwhile.
        var transfer: Int
        /// The client's port of its connection.
        var port: UInt16
        var start: Instant
        var requestBytes: Int
        var headerBytes: Int
        var bodyBytes: Int
    }

    /// In the order of the origin's log.
    let refreshes: [Refresh]

    init(_ record: RunRecord) {
        let stale = record.transfers.indices.filter { record.transfers[$0].source.isLocal }
        guard !stale.isEmpty, record.linkLogOmitted == 0 else {
            refreshes = []
            return
        }
        let origins = OriginJoin(record.originLog)
        let claimed = Set(record.transfers.compactMap { $0.exchange.flatMap(origins.entry) })
        let left = record.originLog.filter { !claimed.contains($0) }
        let line = left.isEmpty ? nil : LineLog(record.linkLog)
        refreshes = left.compactMap { entry in
            let shown = stale.last {
                record.transfers[$0].url.requestTarget == entry.target
                    && record.transfers[$0].start <= entry.requestFirstByte
            }
            guard let shown, let flow = line?.flow(ofPort: entry.clientPort, at: entry.requestFirstByte),
                let packet = Self.request(entry, flow)
            else { return nil }
            return Refresh(
                transfer: shown,
                port: entry.clientPort,
                start: packet.arrival,
                requestBytes: packet.bytes.count,
                headerBytes: entry.headerBytes,
                bodyBytes: entry.bodyBytes
            )
        }
    }

    /// The packet that brought the request to the origin.
    private static func request(_ entry: OriginLogEntry, _ flow: FlowLog) -> FlowPacket? {
        flow.up.last { packet in
            !packet.bytes.isEmpty && packet.received.map { $0 <= entry.requestFirstByte } ?? false
        }
    }
}
