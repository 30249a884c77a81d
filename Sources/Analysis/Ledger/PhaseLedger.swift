import Logs
import Runs
import Wire

/// The ledger of a transfer of which only the client's own phases are known: a hit, or one that came to no exchange.
enum PhaseLedger {
    /// `isHeard` where the origin's log has its request: else that is what was waited for.
    static func write(
        _ transfer: TransferRecord,
        _ moments: TransferMoments,
        isHeard: Bool,
        to sheet: inout LedgerSheet
    ) {
        let phases = transfer.phases
        // Where addresses led on everything before the last one is written down.
        if sheet.now == moments.start {
            sheet.advance(to: sheet.now + phases.cache, .cache)
            sheet.advance(to: sheet.now + (moments.retried - moments.queued), .retry)
        }
        let parts: [(cause: LedgerCause, time: Nanoseconds)] = [
            (.blocked, phases.blocked), (.dns, phases.dns), (.connect, phases.connect), (.tls, phases.tls),
            (.request, phases.request), (isHeard ? .server : .request, phases.wait), (.decode, phases.decode),
        ]
        for part in parts { sheet.advance(to: sheet.now + part.time, part.cause) }
        // Of a response that was broken off nobody knows what it waited for.
        if phases.receive > 0 { sheet.advance(to: sheet.now + phases.receive, .unexplained) }
        sheet.close(transfer.source == .none ? .unexplained : .delivery)
    }
}
