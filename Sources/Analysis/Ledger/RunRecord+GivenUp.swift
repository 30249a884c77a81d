import Logs
import Runs
import Wire

extension RunRecord {
    /// The transfers, with reconstructed phases for callers that gave up. For these the client only reports
    /// when they asked and when they left, all of it as the cache's time. The timing log shows how far the
    /// transfer was.
    func reconstructedTransfers(_ line: LineLog) -> [TransferRecord] {
        guard transfers.contains(where: \.isUntold) else { return transfers }
        let events = Dictionary(grouping: timing, by: \.transfer)
        return transfers.map { transfer in
            guard transfer.isUntold, let timed = TimedTransfer(events[transfer.id] ?? []) else {
                return transfer
            }
            var told = transfer
            told.phases = timed.phases
            if timed.asked == nil, !line.hasSilentOpening(in: Span(start: timed.queued, end: transfer.end)) {
                told.phases.blocked = max(0, transfer.end - timed.queued)
            }
            return told
        }
    }
}

extension TransferRecord {
    /// It failed, and only its wait is known.
    fileprivate var isUntold: Bool {
        source == .none && exchange == nil && phases.blocked + phases.dns + phases.asking == 0
    }
}

extension LineLog {
    /// True if a connection was requested in that time and not established.
    fileprivate func hasSilentOpening(in span: Span) -> Bool {
        flows.values.contains { flow in
            flow.up.first.map { $0.isSyn && $0.arrival >= span.start && $0.arrival <= span.end } ?? false
                && !flow.down.contains { $0.received.map { $0 <= span.end } ?? false }
        }
    }
}
