import Logs
import Runs
import Wire

extension RunRecord {
    /// The transfers, those of callers who gave up with phases of their own: of them the client tells nothing but when they
    /// asked and when they left, as if all of it had been the cache's. The timing log has how far the transfer was.
    func transfersAsTimed(_ line: LineLog) -> [TransferRecord] {
        guard transfers.contains(where: \.isUntold) else { return transfers }
        let events = Dictionary(grouping: timing, by: \.transfer)
        return transfers.map { transfer in
            guard transfer.isUntold, let timed = TimedTransfer(transfer.id, events[transfer.id] ?? []),
                let queued = timed.tries.last
            else { return transfer }
            var told = transfer
            told.phases = timed.phases(nil)
            let asked = timed.requestSent ?? timed.connected
            if asked == nil, !line.hasSilentOpening(in: Span(start: queued, end: transfer.end)) {
                told.phases.blocked = max(0, transfer.end - queued)
            }
            return told
        }
    }
}

extension TransferRecord {
    /// It failed, and nothing is known of it but its wait.
    fileprivate var isUntold: Bool {
        source == .none && exchange == nil && phases.blocked + phases.dns + phases.asking == 0
    }
}

extension LineLog {
    /// A connection was asked for in that time, and none came of it.
    fileprivate func hasSilentOpening(in span: Span) -> Bool {
        flows.values.contains { flow in
            flow.up.first.map { $0.isSyn && $0.arrival >= span.start && $0.arrival <= span.end } ?? false
                && !flow.down.contains { $0.received.map { $0 <= span.end } ?? false }
        }
    }
}
