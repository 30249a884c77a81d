import LinkModel
import Runs
import Wire

/// The ledgers that a result's logs tell, for what of them is whole.
struct RecoveredLedgers {
    private let result: RunResult
    private let files: RunFiles
    private let log: RecoveredLineLog
    private let book: LedgerBook

    /// The steps of `result` have the lines that they had.
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

    /// As it was written when the run ended; nil where the logs do not have all of it any more.
    func logged(_ place: Int) -> TransferLedger? {
        isLogged(place) ? book.ledger(of: place) : nil
    }

    /// As far as the client's phases tell.
    func estimated(_ place: Int) -> TransferLedger? {
        EstimatedLedger.ledger(result.transfers[place], files.origin)
    }

    private func isLogged(_ place: Int) -> Bool {
        let transfer = result.transfers[place]
        if transfer.source.isLocal, let phases = transfer.phases, phases.asking == 0 { return true }
        guard log.hasSegments else { return false }
        if transfer.clientLog != nil { return log.tells(of: transfer) }
        // What came to no answer is told by when it was tried, and by what of it came to the origin.
        guard !files.timing.isEmpty, !files.origin.isEmpty, transfer.phases != nil else { return false }
        return book.port(of: place).map { log.isWhole($0) } ?? true
    }
}
