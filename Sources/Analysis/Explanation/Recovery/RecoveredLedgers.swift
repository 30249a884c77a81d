import LinkModel
import Runs
import Wire

/// The ledgers from a result's logs, as far as the logs are complete.
struct RecoveredLedgers {
    private let result: RunResult
    private let files: RunFiles
    private let log: RecoveredLineLog
    private let book: LedgerBook

    /// The steps of `result` carry the lines that they used.
    init(_ result: RunResult, _ files: RunFiles, _ log: RecoveredLineLog) {
        self.result = result
        self.files = files
        self.log = log
        var record = RunRecord(result, files)
        record.linkLog = log.entries
        let link = result.link.parameters
        let links = Dictionary(result.steps.map { ($0.name, $0.link) }) { first, _ in first }
        book = LedgerBook(record) { step in (links[step] ?? nil) ?? link }
    }

    /// The ledger as written when the run ended; nil if the logs are no longer complete.
    func logged(_ place: Int) -> TransferLedger? {
        isLogged(place) ? book.ledger(of: place) : nil
    }

    /// The ledger estimated from the client's phases.
    func estimated(_ place: Int) -> TransferLedger? {
        EstimatedLedger.ledger(result.transfers[place], files.origin)
    }

    private func isLogged(_ place: Int) -> Bool {
        let transfer = result.transfers[place]
        if transfer.source.isLocal, let phases = transfer.phases, phases.asking == 0 { return true }
        guard log.hasSegments else { return false }
        // Only the proxy's log says which of its connections a transfer used.
        if transfer.proxy != nil, files.proxy.isEmpty { return false }
        if transfer.clientLog != nil { return log.tells(of: transfer) }
        // A transfer without an answer is located by its tries, and by its trace at the origin.
        guard !files.timing.isEmpty, !files.origin.isEmpty, transfer.phases != nil else { return false }
        return book.port(of: place).map { log.isWhole($0) } ?? true
    }
}
