import Runs
import Wire

/// Finds each transfer's exchange in the line's log and the origin's: by the client's port and the stream or the order on
/// the connection, and by time where a port was used twice.
struct ExchangeFinding {
    /// By the transfer's place in the record.
    private(set) var exchanges: [Int: LedgerExchange] = [:]
    private let line: LineLog
    private let origins: OriginJoin
    private var connections: [UInt32: ConnectionLog] = [:]
    private var lastEnds: [UInt32: Instant] = [:]

    init(_ record: RunRecord, _ line: LineLog) {
        self.line = line
        origins = OriginJoin(record.originLog)
        let told = record.transfers.indices.compactMap { place in
            record.transfers[place].exchange.map { (place: place, at: $0.requestFirstByte) }
        }
        for (place, _) in told.sorted(by: { ($0.at, $0.place) < ($1.at, $1.place) }) {
            find(record.transfers[place], place)
        }
        findBrokenOff(record)
    }

    private mutating func find(_ transfer: TransferRecord, _ place: Int) {
        guard !transfer.source.isLocal, let exchange = transfer.exchange,
            let flow = line.flow(ofPort: exchange.localPort, at: exchange.requestFirstByte)
        else { return }
        add(transfer, place, flow, origins.entry(of: exchange))
        lastEnds[flow.number] = exchange.responseLastByte
    }

    /// Transfers that came to no exchange: what the origin's log has of them tells their connection.
    private mutating func findBrokenOff(_ record: RunRecord) {
        var left = record.originLog.filter { entry in
            !exchanges.values.contains { $0.origin == entry }
        }
        for (place, transfer) in record.transfers.enumerated()
        where transfer.exchange == nil && transfer.source == .none {
            let target = Self.target(of: transfer.url)
            guard
                let index = left.firstIndex(where: {
                    $0.target == target && $0.requestFirstByte >= transfer.start
                        && $0.requestFirstByte <= transfer.end
                }), let flow = line.flow(ofPort: left[index].clientPort, at: left[index].requestFirstByte)
            else { continue }
            add(transfer, place, flow, left.remove(at: index))
        }
    }

    private mutating func add(
        _ transfer: TransferRecord,
        _ place: Int,
        _ flow: FlowLog,
        _ origin: OriginLogEntry?
    ) {
        let connection = connections[flow.number] ?? ConnectionLog(flow)
        connections[flow.number] = connection
        exchanges[place] = LedgerExchange(
            connection,
            transfer,
            origin: origin,
            previous: lastEnds[flow.number]
        )
    }

    private static func target(of url: String) -> String {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 3 ? "/" + parts[3] : "/"
    }
}
