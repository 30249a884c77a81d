import Analysis
import Inspection
import Runs

/// Why a connection took as long as it did: the sum of its exchanges' ledgers, each with the causes that `netlab explain`
/// gives for a capture.
struct FlowCauses: Hashable, Sendable {
    /// Of exchanges that have ended.
    private var settled: TransferLedger?
    private var count = 0
    /// Of the newest exchange, which may still go on.
    private var underWay: TransferLedger?
    /// Order of the first estimate that is not in `settled`.
    private var next = 0

    /// nil if no exchange is known.
    var ledger: TransferLedger? { TransferLedger.sum([settled, underWay].compactMap { $0 }) }

    /// Exchanges that are in `ledger`.
    var exchanges: Int { count + (underWay == nil ? 0 : 1) }

    mutating func add(_ exchange: CaptureExchange, _ ledgers: inout CaptureLedgers) {
        if let ledger = ledgers.ledger(of: exchange) { settle(ledger.rows) }
    }

    /// Takes what encrypted records show of exchanges.
    mutating func take(_ seen: SeenConnection, _ ledgers: inout CaptureLedgers) {
        let isOver = seen.flow.ending != .open
        let fresh = seen.estimates.filter { $0.order >= next }
        for (place, estimate) in fresh.enumerated() {
            underWay = nil
            guard let ledger = ledgers.ledger(of: estimate) else { continue }
            if place < fresh.count - 1 || isOver {
                settle(ledger.rows)
                next = estimate.order + 1
            } else {
                underWay = ledger.rows
            }
        }
    }

    private mutating func settle(_ ledger: TransferLedger) {
        settled = TransferLedger.sum([settled, ledger].compactMap { $0 })
        count += 1
    }
}
