import Runs
import Wire

extension TransferLedger {
    /// The same with so much of what is unexplained, at most, put down to the line's being busy with others: packets alone do
    /// not tell it, theory does.
    func telling(sharing: Nanoseconds) -> TransferLedger {
        let taken = min(self[.unexplained] ?? 0, max(0, sharing))
        var rows: [LedgerCause: Nanoseconds] = [:]
        for cause in LedgerCause.allCases { rows[cause] = self[cause] }
        rows[.unexplained, default: 0] -= taken
        rows[.sharing] = taken
        return TransferLedger(rows, unknown: unknown.subtracting([.sharing]), isEstimated: isEstimated)
    }
}
