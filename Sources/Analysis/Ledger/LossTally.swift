import LinkModel
import Runs
import Wire

/// Adds up the time that a transfer waited for repairs, by whose packets were lost, and why.
struct LossTally {
    private struct Key: Hashable {
        var transfer: Int?
        var direction: LinkDirection
        var kind: LossKind?
    }

    /// The transfer that waited.
    private let transfer: Int
    private var times: [Key: Nanoseconds] = [:]
    private var packets: [Key: Set<LostPacket>] = [:]

    init(of transfer: Int) {
        self.transfer = transfer
    }

    /// Takes the waits of a look-up.
    mutating func add(_ waits: [RepairWait]) {
        for wait in waits {
            add(wait, Key(transfer: transfer, direction: wait.lost.direction, kind: wait.lost.kind))
        }
    }

    private mutating func add(_ wait: RepairWait, _ key: Key) {
        times[key, default: 0] += wait.span.length
        packets[key, default: []].insert(wait.lost)
    }

    /// Takes the waits of one exchange. `owner` returns the transfer whose bytes these are, of its connection.
    mutating func add(
        _ waits: [RepairWait],
        _ exchange: LedgerExchange,
        owner: (Range<Int64>) -> Int?
    ) {
        func key(_ lost: LostPacket) -> Key {
            let isOwn = lost.direction == .up || exchange.ownBytes(in: lost.packet.bytes) > 0
            return Key(
                transfer: isOwn ? transfer : owner(lost.packet.bytes),
                direction: lost.direction,
                kind: lost.kind
            )
        }
        add(waits.filter(\.isAsking))
        for wait in waits where !wait.isAsking { add(wait, key(wait.lost)) }
        // Of several packets that are missing at once, one was waited for, and all were lost.
        let spans = Span.merged(waits.filter { !$0.isAsking }.map(\.span))
        guard !spans.isEmpty else { return }
        for lost in exchange.connection.sender.lost {
            guard let around = Span.first(of: spans, endingAfter: lost.span.start),
                around.start < lost.span.end
            else { continue }
            let key = key(lost)
            if times[key] != nil { packets[key, default: []].insert(lost) }
        }
    }

    /// The longest first.
    var losses: [TransferLedger.Loss] {
        times.map { key, time in
            let lost = (packets[key] ?? []).map(\.span.start)
            return TransferLedger.Loss(
                transfer: key.transfer,
                direction: key.direction,
                kind: key.kind,
                packets: lost.count,
                first: lost.min() ?? .zero,
                last: lost.max() ?? .zero,
                time: time
            )
        }
        .sorted { one, other in
            (other.time, one.transfer ?? .max, one.kind?.rawValue ?? "", one.direction.rawValue)
                < (one.time, other.transfer ?? .max, other.kind?.rawValue ?? "", other.direction.rawValue)
        }
    }
}
