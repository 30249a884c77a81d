import Analysis
import Logs
import Runs
import Wire

/// A step's transfers in groups that are told as one.
///
/// A transfer joins the first group whose transfers came from the same place, took at most twice as long or at least half
/// as long, and spent nine tenths of their time on the same causes as its first one. Those that are short against the
/// report's longest transfer need only have come from the same place.
struct FoldedTransfers {
    /// Fewer are told one by one.
    private static let least = 3
    /// How much longer a group's longest transfer may be than its shortest.
    private static let mostSpread: Nanoseconds = 2
    /// The share of the time that two transfers must have spent on the same causes.
    private static let leastLikeness = 0.9
    /// Times below this share of the longest transfer do not matter.
    private static let short = 0.005
    /// Most groups that a transfer is compared with: of so many kinds most are only counted.
    private static let mostCompared = 200

    /// In the order of their first transfers.
    let groups: [TransferFold]

    /// `longest` is the longest transfer of the report.
    init(_ transfers: [TransferExplanation], longest: Nanoseconds) {
        var open: [Group] = []
        for (place, transfer) in transfers.enumerated() {
            if let match = open.prefix(Self.mostCompared).firstIndex(where: {
                $0.accepts(transfer, longest: longest)
            }) {
                open[match].add(transfer, place)
            } else {
                open.append(Group(transfer, place))
            }
        }
        groups = open.flatMap(\.folds).sorted { $0.place < $1.place }.map(\.fold)
    }

    private struct Group {
        private let first: TransferExplanation
        private var members: [(place: Int, transfer: TransferExplanation)]
        private var shortest: Nanoseconds
        private var longest: Nanoseconds

        init(_ first: TransferExplanation, _ place: Int) {
            self.first = first
            members = [(place, first)]
            (shortest, longest) = (first.transfer.duration, first.transfer.duration)
        }

        mutating func add(_ transfer: TransferExplanation, _ place: Int) {
            members.append((place, transfer))
            shortest = min(shortest, transfer.transfer.duration)
            longest = max(longest, transfer.transfer.duration)
        }

        /// `whole` is the longest transfer of the report.
        func accepts(_ other: TransferExplanation, longest whole: Nanoseconds) -> Bool {
            let (mine, its) = (first.transfer, other.transfer)
            guard mine.source == its.source, mine.failureKind == its.failureKind,
                (mine.ledger == nil) == (its.ledger == nil)
            else { return false }
            let (least, most) = (min(shortest, its.duration), max(longest, its.duration))
            if Double(most) < FoldedTransfers.short * Double(whole) { return true }
            guard most / FoldedTransfers.mostSpread <= least else { return false }
            guard let ledger = mine.ledger, let other = its.ledger else { return true }
            return ledger.likeness(other) >= FoldedTransfers.leastLikeness
        }

        /// Too small a group is told one by one.
        var folds: [(place: Int, fold: TransferFold)] {
            guard let first = members.first, members.count >= FoldedTransfers.least else {
                return members.map { ($0.place, TransferFold([$0.transfer])) }
            }
            return [(first.place, TransferFold(members.map(\.transfer)))]
        }
    }
}

extension TransferResult {
    /// How the transfer failed, without what is its own; nil if it did not.
    var failureKind: String? { error.map { String($0.prefix { $0 != ":" }) } }
}

extension TransferLedger {
    /// The share of both ledgers' time that went to the same causes: 1 if they are alike, 0 if they have nothing in common.
    fileprivate func likeness(_ other: TransferLedger) -> Double {
        let (whole, others) = (Double(total), Double(other.total))
        guard whole > 0, others > 0 else { return whole == others ? 1 : 0 }
        return LedgerCause.allCases.reduce(0) { sum, cause in
            sum + min(Double(self[cause] ?? 0) / whole, Double(other[cause] ?? 0) / others)
        }
    }
}
