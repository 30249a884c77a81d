import Logs
import Runs
import Wire

/// Transfers whose request never reached the origin: the packet with the request, or the one that opened the
/// connection, was lost. The line's log has it, at the moment at which the client had it sent.
extension ExchangeFinding {
    /// A packet of a connection, by its index among those that went up.
    private struct Sent: Hashable {
        var flow: UInt32
        var place: Int
    }

    /// The last packet that the transfer needed from the line: a connection's opening, or its request.
    private struct Asked {
        let at: Instant
        let isOpening: Bool
        /// When its client gave up. Later packets do not help it.
        let end: Instant

        /// nil if nothing was requested, or if an answer came.
        init?(_ transfer: TransferRecord, _ hops: [LedgerHop], _ tries: [Instant]) {
            let phases = hops.reduce(transfer.phases) { $0 - $1.phases }
            guard phases.asking > 0, phases.receive == 0 else { return nil }
            end = transfer.end
            isOpening = phases.request + phases.wait == 0
            let queued = max(transfer.start, tries.last ?? transfer.start + phases.cache)
            let begun = queued + phases.blocked + phases.dns
            at = isOpening ? begun : begun + phases.connect + phases.tls
        }
    }

    mutating func findUnheard(_ record: RunRecord) {
        let silent = record.transfers.indices.compactMap { place -> (place: Int, asked: Asked)? in
            let transfer = record.transfers[place]
            guard transfer.exchange == nil, exchanges[place] == nil, !heard.contains(place) else {
                return nil
            }
            return Asked(transfer, hops[place] ?? [], tries[transfer.id] ?? []).map { (place, $0) }
        }
        var taken: Set<Sent> = []
        for (place, asked) in silent.sorted(by: { ($0.asked.at, $0.place) < ($1.asked.at, $1.place) }) {
            guard let sent = lost(asked, besides: taken), let flow = line.flows[sent.flow] else { continue }
            taken.insert(sent)
            add(record.transfers[place], place, flow, nil)
        }
    }

    /// The packet nearest to the moment that was first sent then and of which no copy arrived.
    private func lost(_ asked: Asked, besides taken: Set<Sent>) -> Sent? {
        var nearest: (sent: Sent, distance: Nanoseconds)?
        for flow in line.flows.values {
            for place in flow.sentUp(around: asked.at, within: HeldSender.answering) {
                let packet = flow.up[place]
                let (sent, distance) = (Sent(flow: flow.number, place: place), abs(packet.arrival - asked.at))
                guard packet.isSyn == asked.isOpening, asked.isOpening || !packet.bytes.isEmpty,
                    !taken.contains(sent), isUnheard(packet, flow, until: asked.end)
                else { continue }
                if nearest.map({ (distance, flow.number) < ($0.distance, $0.sent.flow) }) ?? true {
                    nearest = (sent, distance)
                }
            }
        }
        return nearest?.sent
    }

    private func isUnheard(_ packet: FlowPacket, _ flow: FlowLog, until end: Instant) -> Bool {
        !flow.up.contains { copy in
            copy.isSyn == packet.isSyn && copy.bytes == packet.bytes
                && (copy.arrival < packet.arrival || copy.received.map { $0 <= end } ?? false)
        }
    }
}
