import LinkModel
import Runs
import Wire

/// The line's log as found in a folder. A ledger from half a log would blame the missing half on some cause:
/// the ledger of a connection with missing packets does not use it.
struct RecoveredLineLog {
    /// In the order of their arrivals, without duplicates.
    let entries: [LinkLogEntry]
    /// False if no packet shows its connection: on a line of byte streams, or without a log.
    let hasSegments: Bool
    /// Entries whose own times run backwards.
    let contradictions: Int
    /// By the client's port: bytes of whole packets, without those that the line dropped on their way down.
    private let packetBytes: [UInt16: (up: Int, down: Int)]
    /// By the client's port: how far TCP got towards the client, in bytes.
    private let carried: [UInt16: Int]
    /// By the client's port: the least that came over it according to its transfers.
    private let wanted: [UInt16: Int]
    /// Ports of connections with missing packets.
    private let torn: Set<UInt16>

    init(_ found: [LinkLogEntry], of transfers: [TransferResult]) {
        let sound = found.filter(Self.isSound)
        contradictions = found.count - sound.count
        // A copy made by the line has its packet's identity but its own time.
        var met: Set<LinkLogEntry> = []
        entries = sound.enumerated()
            .sorted { ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset) }
            .map(\.element)
            .filter { met.insert($0).inserted }
        hasSegments = entries.contains { $0.segment != nil }
        let flows = Dictionary(grouping: entries) { Flow($0.packet) }
        torn = flows.values.reduce(into: []) { torn, packets in
            let numbers = Set(packets.map(\.packet.number))
            guard let last = numbers.max(), Int(last) + 1 != numbers.count else { return }
            torn.formUnion(packets.compactMap { $0.segment?.clientPort })
        }
        packetBytes = entries.reduce(into: [:]) { bytes, entry in
            guard let port = entry.segment?.clientPort else { return }
            switch entry.packet.direction {
            case .up: bytes[port, default: (0, 0)].up += entry.bytes
            case .down where entry.decision.fate == .delivered:
                bytes[port, default: (0, 0)].down += entry.bytes
            case .down: break
            }
        }
        var carrying: [UInt16: CarriedStream] = [:]
        for entry in entries where entry.packet.direction == .down && entry.decision.fate == .delivered {
            guard let segment = entry.segment else { continue }
            carrying[segment.clientPort, default: CarriedStream()].take(segment)
        }
        carried = carrying.mapValues(\.bytes)
        wanted = transfers.reduce(into: [:]) { wanted, transfer in
            guard let port = transfer.linePort else { return }
            let isCounted = (transfer.proxy?.httpVersion ?? transfer.httpVersion) == "HTTP/1.1"
            // Heads of HTTP/2 are compressed, but counted uncompressed.
            let head = isCounted ? transfer.proxy?.headerBytes ?? transfer.headerBytes ?? 0 : 0
            wanted[port, default: 0] += max(0, transfer.lineExchange?.sizeBytes ?? 0) + max(0, head)
        }
    }

    /// True if it holds every packet of the connection that carried this transfer.
    func tells(of transfer: TransferResult) -> Bool {
        guard let port = transfer.linePort, transfer.clientLog != nil, isWhole(port) else { return false }
        return carried[port, default: 0] >= wanted[port, default: 0]
    }

    /// True if no packet of the port's connections is missing.
    func isWhole(_ port: UInt16) -> Bool { !torn.contains(port) }

    /// True if there is a log, and no connection is known to have missing packets.
    var isWhole: Bool { !entries.isEmpty && contradictions == 0 && torn.isEmpty }

    /// The share of a span in which the down-link was sending.
    func utilisation(_ span: Span) -> Double? { span.utilisation(entries) }

    /// Bytes that a port's connections put on the line, and those of them that reached the client.
    func carriedBytes(_ port: UInt16) -> (up: Int, down: Int) { packetBytes[port] ?? (0, 0) }

    private static func isSound(_ entry: LinkLogEntry) -> Bool {
        let decision = entry.decision
        guard decision.fate == .delivered else { return true }
        return entry.arrival <= decision.serviceStart && decision.serviceStart <= decision.serviceEnd
            && decision.serviceEnd <= decision.due
    }

    /// One direction of a connection, whose packets share one numbering.
    private struct Flow: Hashable {
        var direction: LinkDirection
        var number: UInt32

        init(_ packet: PacketIdentity) {
            direction = packet.direction
            number = packet.flow
        }
    }

    /// How far one direction's sequence numbers, which wrap around, got from the first one seen. Lost bytes
    /// come again later and add nothing.
    private struct CarriedStream {
        var bytes = 0
        private var end: UInt32?

        mutating func take(_ segment: LinkSegment) {
            let next = segment.sequence &+ UInt32(segment.payload)
            guard let last = end else {
                bytes = Int(segment.payload)
                end = next
                return
            }
            let further = Int(Int32(bitPattern: next &- last))
            guard further > 0 else { return }
            bytes += further
            end = next
        }
    }
}
