import Logs
import Runs
import Wire

extension RunRecord {
    /// The transfers, with a look-up for those that ended while their host's name was looked up: the client tells that time as a
    /// wait, since it only knows of look-ups that ended.
    func transfersWithLookups(_ line: LineLog) -> [TransferRecord] {
        guard !line.lookups.up.isEmpty else { return transfers }
        var connected: [String: Instant] = [:]
        for transfer in transfers {
            guard let exchange = transfer.exchange, let host = transfer.url.requestHost else { continue }
            connected[host] = min(connected[host] ?? .never, exchange.requestFirstByte)
        }
        return transfers.map { transfer in
            let phases = transfer.phases
            guard transfer.source == .none, transfer.exchange == nil, phases.dns + phases.asking == 0,
                phases.blocked > 0, let host = transfer.url.requestHost,
                connected[host] ?? .never > transfer.end
            else { return transfer }
            let queued = transfer.end - phases.blocked
            // Its first question leaves as soon as it is handed over.
            let asked = line.lookups.up.first {
                $0.arrival >= queued && $0.arrival - queued <= HeldSender.answering
            }
            guard let asked else { return transfer }
            var told = transfer
            told.phases.blocked = asked.arrival - queued
            told.phases.dns = transfer.end - asked.arrival
            return told
        }
    }
}
