package import Inspection
package import LinkModel
package import Runs
package import Wire

/// A transfer explained: the largest causes of its time, with what sentences about them tell.
package struct TransferExplanation: Sendable {
    /// A transfer that the line carried meanwhile; without it, packets of no transfer.
    package typealias Other = (transfer: TransferResult?, time: Nanoseconds)

    /// Lost packets that it waited for, and the transfer whose they were; nil for bytes of no transfer.
    package typealias Loss = (loss: TransferLedger.Loss, owner: TransferResult?)

    /// Most causes for a reader.
    private static let mostCauses = 3
    /// Smallest share of the time that is told.
    private static let leastShare = 0.005
    /// Most other transfers that are named.
    private static let mostOthers = 2

    package let transfer: TransferResult
    /// Largest first.
    package let causes: [(cause: LedgerCause, time: Nanoseconds)]
    /// The line during its step.
    package let link: LinkParameters
    /// The others that this one waited for, the longest first; empty unless `sharing` is told.
    package let others: [Other]
    /// The losses whose repair it waited for, the longest first; empty unless `recovery` is told.
    package let losses: [Loss]
    /// The transfer that opened the connection which this one waited for; nil for its own.
    package let opener: TransferResult?
    /// When the line was down meanwhile, in order; empty unless `outage` is told, and where the settings do not say it.
    package let outages: [Span]

    /// The longest time in which a capture has no packet of its connection while its response came.
    package var silence: CaptureSilence?

    package init(_ transfer: TransferResult, of result: RunResult) {
        self.init(transfer, of: result, LineOutages(result))
    }

    /// `outages` are the run's.
    init(_ transfer: TransferResult, of result: RunResult, _ outages: LineOutages) {
        self.transfer = transfer
        link = result.steps.first { $0.name == transfer.step }?.link ?? result.link.parameters
        let least = Double(transfer.duration) * Self.leastShare
        let causes = (transfer.ledger?.largest ?? []).prefix(Self.mostCauses)
            .filter { Double($0.time) >= least }
        self.causes = causes
        let waits = causes.contains { $0.cause == .sharing } ? transfer.ledger?.waitedFor ?? [] : []
        others = waits.prefix(Self.mostOthers).map { wait in
            (result.transfers.first { $0.id == wait.transfer }, wait.time)
        }
        let isRepaired = causes.contains { $0.cause == .recovery }
        losses = (isRepaired ? transfer.ledger?.losses ?? [] : []).map { loss in
            (loss, result.transfers.first { $0.id == loss.transfer })
        }
        let isOpeners = transfer.newConnection != false || transfer.connection == nil
        opener =
            isOpeners
            ? nil
            : result.transfers.first {
                $0.connection == transfer.connection && $0.newConnection == true && $0.id != transfer.id
            }
        self.outages = causes.contains { $0.cause == .outage } ? outages.parts(of: transfer) : []
    }

    /// True if more than half of its wait for a receiver is HTTP/2's flow control.
    package var isHeldByHTTP2: Bool {
        guard let ledger = transfer.ledger, let held = ledger.flowControl else { return false }
        return held.time * 2 > ledger[.receiver] ?? 0
    }

    /// True for a capture, which shows nothing inside the client.
    package var isOfCapture: Bool { transfer.ledger?.unknown.contains(.cache) == true }
}
