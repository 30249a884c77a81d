import Runs
import Wire

/// The time of a transfer that may go into a cause outside the line.
struct LedgerAllowance: Hashable, Sendable {
    /// Which of several rounds counts for a transfer.
    enum Round: Hashable, Sendable {
        /// Time without an explanation occurs in every round.
        case worst
        /// A machine that stalls for milliseconds, as virtual ones sometimes do, affects another transfer
        /// each time.
        case middle
    }

    typealias Use = (transfer: TransferResult, time: Nanoseconds)

    let cause: LedgerCause
    let round: Round
    /// Time that is always allowed.
    let floor: Nanoseconds
    /// Share of the duration that is allowed.
    let share: Double

    static let unexplained = LedgerAllowance(cause: .unexplained, round: .worst, floor: 200_000, share: 0.001)
    /// Lateness of the emulation itself.
    static let emulation = LedgerAllowance(cause: .emulation, round: .middle, floor: 500_000, share: 0.002)
    static let all = [unexplained, emulation]

    func most(of duration: Nanoseconds) -> Nanoseconds {
        max(floor, Nanoseconds(Double(duration) * share))
    }

    /// The counting use that is nearest to the allowance, or farthest beyond it; nil if no transfer has a
    /// ledger.
    ///
    /// Each round has the same transfers in the same order.
    func worst(of rounds: [[TransferResult]]) -> Use? {
        let uses = rounds.map { $0.map(use) }
        let most = uses.map(\.count).max() ?? 0
        return (0..<most)
            .compactMap { number in counting(uses.compactMap { $0.count > number ? $0[number] : nil }) }
            .max { share(of: $0) < share(of: $1) }
    }

    /// Number of transfers with a ledger that exceeded their allowance in any round, and number of all.
    func excesses(in rounds: [[TransferResult]]) -> (count: Int, all: Int) {
        let uses = rounds.joined().compactMap(use)
        return (uses.count { share(of: $0) > 1 }, uses.count)
    }

    private func use(_ transfer: TransferResult) -> Use? {
        transfer.ledger?[cause].map { (transfer, $0) }
    }

    /// The use that counts among a transfer's uses in several rounds.
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
