import Runs
import Wire

/// How much of a transfer's time may go into a cause that is none of the line's.
struct LedgerAllowance: Hashable, Sendable {
    /// Which of several rounds counts for a transfer.
    enum Round: Hashable, Sendable {
        /// What logs do not account for is so in every round.
        case worst
        /// A machine that stands still for milliseconds, as virtual ones do now and then, hits another transfer each time.
        case middle
    }

    typealias Use = (transfer: TransferResult, time: Nanoseconds)

    let cause: LedgerCause
    let round: Round
    /// Of what is always allowed.
    let floor: Nanoseconds
    /// Of the duration.
    let share: Double

    static let unexplained = LedgerAllowance(cause: .unexplained, round: .worst, floor: 200_000, share: 0.001)
    /// The emulation's own lateness.
    static let emulation = LedgerAllowance(cause: .emulation, round: .middle, floor: 500_000, share: 0.002)
    static let all = [unexplained, emulation]

    func most(of duration: Nanoseconds) -> Nanoseconds {
        max(floor, Nanoseconds(Double(duration) * share))
    }

    /// The use that counts and comes nearest to what is allowed, or goes farthest beyond; nil where no transfer has a
    /// ledger.
    ///
    /// Each of the rounds has the same transfers in the same order.
    func worst(of rounds: [[TransferResult]]) -> Use? {
        let uses = rounds.map { $0.map(use) }
        let most = uses.map(\.count).max() ?? 0
        return (0..<most)
            .compactMap { number in counting(uses.compactMap { $0.count > number ? $0[number] : nil }) }
            .max { share(of: $0) < share(of: $1) }
    }

    /// How many of all transfers that have a ledger used more than they were allowed, whichever round counts.
    func excesses(in rounds: [[TransferResult]]) -> (count: Int, all: Int) {
        let uses = rounds.joined().compactMap(use)
        return (uses.count { share(of: $0) > 1 }, uses.count)
    }

    private func use(_ transfer: TransferResult) -> Use? {
        transfer.ledger?[cause].map { (transfer, $0) }
    }

    /// Of one transfer's uses in several rounds the one that counts.
    private func counting(_ uses: [Use]) -> Use? {
        let uses = uses.sorted { share(of: $0) < share(of: $1) }
        return switch round {
        case .worst: uses.last
        case .middle: uses.isEmpty ? nil : uses[uses.count / 2]
        }
    }

    private func share(of used: Use) -> Double {
        Double(used.time) / Double(most(of: used.transfer.duration))
    }
}
