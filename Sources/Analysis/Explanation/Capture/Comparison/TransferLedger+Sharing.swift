import Runs
import Wire

extension TransferLedger {
    /// The same ledger, with up to `sharing` of its unexplained time attributed to other use of the line:
    /// theory shows it, packets alone do not.
    func telling(sharing: Nanoseconds) -> TransferLedger {
        let taken = min(self[.unexplained] ?? 0, max(0, sharing))
        var rows: [LedgerCause: Nanoseconds] = [:]
        for cause in LedgerCause.allCases { rows[cause] = self[cause] }
        rows[.unexplained, default: 0] -= taken
        rows[.sharing] = taken
        return TransferLedger(rows, unknown: unknown.subtracting([.sharing]), isEstimated: isEstimated)
    }
}
