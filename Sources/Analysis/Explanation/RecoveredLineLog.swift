import LinkModel
import Runs
import Wire

/// The line's log as it was found in a folder. A ledger made of half a log would blame what is missing on somebody: a
/// connection whose packets are not all there is not told from it.
struct RecoveredLineLog {
    /// In the order of their arrivals, each once.
    let entries: [LinkLogEntry]
    /// Entries whose own times run backwards.
    let contradictions: Int
    /// By the client's port: how far TCP got towards the client, in bytes.
    private let carried: [UInt16: Int]
    /// By the client's port: what its transfers say came over it, at least.
    private let wanted: [UInt16: Int]
    /// Ports of connections of which packets are missing.
    private let torn: Set<UInt16>

    init(_ found: [LinkLogEntry], of transfers: [TransferResult]) {
        let sound = found.filter(Self.isSound)
        contradictions = found.count - sound.count
        var met: Set<PacketIdentity> = []
        entries = sound.enumerated()
            .sorted { ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset) }
            .map(\.element)
            .filter { met.insert($0.packet).inserted }
        let numbers = Dictionary(grouping: entries) { Flow($0.packet) }
            .mapValues { Set($0.map(\.packet.number)) }
        torn = Set(
            entries.compactMap { entry in
                let known = numbers[Flow(entry.packet)] ?? []
                return known.max().map { Int($0) + 1 } == known.count ? nil : entry.segment?.clientPort
            }
        )
        var carrying: [UInt16: CarriedStream] = [:]
        for entry in entries where entry.packet.direction == .down && entry.decision.fate == .delivered {
            guard let segment = entry.segment else { continue }
            carrying[segment.clientPort, default: CarriedStream()].take(segment)
        }
        carried = carrying.mapValues(\.bytes)
        wanted = transfers.reduce(into: [:]) { wanted, transfer in
            guard let port = transfer.clientPort else { return }
            // Heads of HTTP/2 are packed, and counted as they are meant.
            let head = transfer.httpVersion == "HTTP/1.1" ? transfer.headerBytes ?? 0 : 0
            wanted[port, default: 0] += max(0, transfer.clientLog?.exchange.sizeBytes ?? 0) + max(0, head)
        }
    }

    /// True where it tells every packet of the connection that brought this transfer.
    func tells(of transfer: TransferResult) -> Bool {
        guard let port = transfer.clientPort, transfer.clientLog != nil, !torn.contains(port) else {
            return false
        }
        return carried[port, default: 0] >= wanted[port, default: 0]
    }

    private static func isSound(_ entry: LinkLogEntry) -> Bool {
        let decision = entry.decision
        guard decision.fate == .delivered else { return true }
        return entry.arrival <= decision.serviceStart && decision.serviceStart <= decision.serviceEnd
            && decision.serviceEnd <= decision.due
    }

    /// One direction of a connection: what packets are numbered in.
    private struct Flow: Hashable {
        var direction: LinkDirection
        var number: UInt32

        init(_ packet: PacketIdentity) {
            direction = packet.direction
            number = packet.flow
        }
    }

    /// How far one direction's sequence numbers, which go round, got from the first that was seen. What was lost on the way
    /// comes later and adds nothing.
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
