import Logs
import Runs
import Wire

/// The ledger of a transfer with only the client's own phases: a hit, or one without an exchange.
enum PhaseLedger {
    /// `isHeard` if the origin's log has its request: otherwise the transfer waited for the request to
    /// arrive.
    static func write(
        _ transfer: TransferRecord,
        _ moments: TransferMoments,
        isHeard: Bool,
        _ lookups: inout LookupSheet,
        to sheet: inout LedgerSheet
    ) {
        let phases = transfer.phases
        // With redirects, everything before the last one is written already.
        if sheet.now == moments.start {
            sheet.advance(to: sheet.now + phases.cache, .cache)
            sheet.advance(to: sheet.now + (moments.retried - moments.queued), .retry)
        }
        LedgerWriting.writeWait(moments, to: &sheet, until: sheet.now + phases.blocked)
        lookups.write(to: &sheet, until: sheet.now + phases.dns)
        let parts: [(cause: LedgerCause, time: Nanoseconds)] = [
            (.connect, phases.connect), (.tls, phases.tls),
            (.request, phases.request), (isHeard ? .server : .request, phases.wait), (.decode, phases.decode),
        ]
        for part in parts { sheet.advance(to: sheet.now + part.time, part.cause) }
        // The cause of the wait is unknown for a response that broke off.
        if phases.receive > 0 { sheet.advance(to: sheet.now + phases.receive, .unexplained) }
        sheet.close(transfer.source == .none ? .unexplained : .delivery)
    }
}
