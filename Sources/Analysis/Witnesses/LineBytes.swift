import LinkModel
import Logs
import Runs
import Wire

/// Bytes of each exchange on a line of byte streams, from the line's own log: there is no capture.
///
/// The handshake counts for the exchange that opened the connection, its end for the last one on it.
struct LineBytes {
    struct Amount: Hashable {
        var up = 0
        var down = 0
    }

    /// By the transfer's index in the record; empty if the log is incomplete. Exchanges that shared a
    /// connection at one time have none: the owner of a piece's bytes is unknown.
    private(set) var amounts: [Int: Amount] = [:]

    init(_ record: RunRecord) {
        guard record.link.mode == .stream, record.linkLogOmitted == 0 else { return }
        let packets = Dictionary(grouping: record.linkLog) { $0.packet.flow }
        let flows = packets.keys.filter { record.flowPorts.indices.contains(Int($0) - 1) }.sorted()
        var exchanges: [UInt32: [(index: Int, end: Instant)]] = [:]
        var spans: [UInt32: [Span]] = [:]
        for (index, transfer) in record.transfers.enumerated() where !transfer.source.isLocal {
            guard let exchange = transfer.exchange else { continue }
            // The newest of those on that port: ports are reused.
            let flow = flows.last { flow in
                record.flowPorts[Int(flow) - 1] == exchange.localPort
                    && (packets[flow]?.first?.arrival ?? .zero) <= exchange.responseFirstByte
            }
            guard let flow else { continue }
            exchanges[flow, default: []].append((index, exchange.responseLastByte))
            let span = Span(start: exchange.requestFirstByte, end: exchange.responseLastByte)
            spans[flow, default: []].append(span)
        }
        for (flow, members) in exchanges where Span.mostAtOnce(spans[flow] ?? []) <= 1 {
            share(packets[flow] ?? [], among: members.sorted { $0.end < $1.end })
        }
    }

    private mutating func share(
        _ packets: [LinkLogEntry],
        among exchanges: [(index: Int, end: Instant)]
    ) {
        for exchange in exchanges { amounts[exchange.index] = Amount() }
        for packet in packets {
            guard let owner = exchanges.first(where: { packet.arrival <= $0.end }) ?? exchanges.last else {
                return
            }
            switch packet.packet.direction {
            case .up: amounts[owner.index]?.up += packet.bytes
            // Lost bytes never reached the client.
            case .down where packet.decision.fate == .delivered: amounts[owner.index]?.down += packet.bytes
            case .down: break
            }
        }
    }
}
