import Runs
import Wire

/// The ledger of a transfer of which no log of packets is left: the client's phases, and of what it received the share that
/// the line must have carried at its rate.
enum EstimatedLedger {
    /// What only the line's log tells.
    private static let untold: Set<LedgerCause> = [
        .sharing, .window, .recovery, .receiver, .retransmit, .propagation, .emulation,
    ]

    /// nil where not even the phases are known.
    static func ledger(_ transfer: TransferResult) -> TransferLedger? {
        guard let phases = transfer.phases else { return nil }
        var sheet = LedgerSheet(from: transfer.start, to: transfer.end)
        let parts: [(cause: LedgerCause, time: Nanoseconds)] = [
            (.cache, phases.cache), (.blocked, phases.blocked), (.dns, phases.dns),
            (.connect, phases.connect), (.tls, phases.tls), (.request, phases.request),
            (.server, phases.wait),
        ]
        for part in parts { sheet.advance(to: sheet.now + max(0, part.time), part.cause) }
        let article = transfer.theory?.article ?? 0
        let wire = max(article, transfer.theory?.wire ?? 0)
        sheet.advance(
            to: sheet.now + max(0, phases.receive),
            .unexplained,
            less: [(.payload, article), (.overhead, wire - article)]
        )
        sheet.advance(to: sheet.now + max(0, phases.decode), .decode)
        sheet.close(transfer.source == .none ? .unexplained : .delivery)
        let isLocal = transfer.source.isLocal
        return TransferLedger(sheet.rows, unknown: isLocal ? [] : untold, isEstimated: !isLocal)
    }
}
