import Runs
import Wire

/// The ledger of a transfer of which only the client's own phases are known: a hit, or one that came to no exchange.
enum PhaseLedger {
    static func ledger(_ transfer: TransferRecord, _ moments: TransferMoments) -> TransferLedger {
        let phases = transfer.phases
        var sheet = LedgerSheet(from: transfer.start, to: transfer.end)
        let parts: [(cause: LedgerCause, time: Nanoseconds)] = [
            (.cache, phases.cache), (.retry, moments.retried - moments.queued), (.blocked, phases.blocked),
            (.dns, phases.dns),
            (.connect, phases.connect), (.tls, phases.tls), (.request, phases.request),
            (.server, phases.wait), (.decode, phases.decode),
        ]
        for part in parts { sheet.advance(to: sheet.now + part.time, part.cause) }
        // Of a response that was broken off nobody knows what it waited for.
        if phases.receive > 0 { sheet.advance(to: sheet.now + phases.receive, .unexplained) }
        sheet.close(transfer.source == .none ? .unexplained : .delivery)
        return TransferLedger(sheet.rows)
    }
}
