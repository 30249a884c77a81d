import Runs
import Wire

/// How much of a transfer's time may go into a cause that is none of the line's.
struct LedgerAllowance: Hashable, Sendable {
    /// Which of several rounds counts.
    enum Round: Hashable, Sendable {
        /// What logs do not account for is so in every round.
        case worst
        /// A machine that stood still for once has not done so in most.
        case middle
    }

    typealias Use = (transfer: TransferResult, time: Nanoseconds)

    let cause: LedgerCause
    let round: Round
    /// Of what is always allowed.
    let floor: Nanoseconds
    /// Of the duration.
    let share: Double

    /// What no log accounts for, and the emulation's own lateness.
    static let all = [
        LedgerAllowance(cause: .unexplained, round: .worst, floor: 200_000, share: 0.001),
        LedgerAllowance(cause: .emulation, round: .middle, floor: 500_000, share: 0.002),
    ]

    func most(of duration: Nanoseconds) -> Nanoseconds {
        max(floor, Nanoseconds(Double(duration) * share))
    }

    /// The transfer that used most of what it was allowed; nil where none has a ledger.
    func worst(_ transfers: [TransferResult]) -> Use? {
        let used = transfers.compactMap { transfer in
            transfer.ledger?[cause].map { (transfer: transfer, time: $0) }
        }
        return used.max { share(of: $0) < share(of: $1) }
    }

    /// That one of the round that counts.
    func worst(of rounds: [[TransferResult]]) -> Use? {
        let worst = rounds.compactMap { self.worst($0) }.sorted { share(of: $0) < share(of: $1) }
        guard !worst.isEmpty else { return nil }
        return switch round {
        case .worst: worst[worst.count - 1]
        case .middle: worst[worst.count / 2]
        }
    }

    private func share(of used: Use) -> Double {
        Double(used.time) / Double(most(of: used.transfer.duration))
    }
}
