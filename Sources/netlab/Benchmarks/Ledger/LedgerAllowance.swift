import Runs
import Wire

/// How much of a transfer's time may go into a cause that is none of the line's.
struct LedgerAllowance: Hashable, Sendable {
    let cause: LedgerCause
    /// Of what is always allowed.
    let floor: Nanoseconds
    /// Of the duration.
    let share: Double

    /// What no log accounts for, and the emulation's own lateness.
    static let all = [
        LedgerAllowance(cause: .unexplained, floor: 200_000, share: 0.001),
        LedgerAllowance(cause: .emulation, floor: 500_000, share: 0.002),
    ]

    func most(of duration: Nanoseconds) -> Nanoseconds {
        max(floor, Nanoseconds(Double(duration) * share))
    }

    /// The transfer that used most of what it was allowed; nil where none has a ledger.
    func worst(_ transfers: [TransferResult]) -> (transfer: TransferResult, time: Nanoseconds)? {
        let used = transfers.compactMap { transfer in
            transfer.ledger?[cause].map { (transfer: transfer, time: $0) }
        }
        return used.max { share(of: $0) < share(of: $1) }
    }

    private func share(of used: (transfer: TransferResult, time: Nanoseconds)) -> Double {
        Double(used.time) / Double(most(of: used.transfer.duration))
    }
}
