import Figures
import Runs

/// A ledger in one line: `89.1 % payload, 6.0 % sharing, 4.9 % other`.
struct LedgerShares {
    /// Further causes are summed up.
    private static let most = 5
    /// Smaller shares are not named.
    private static let least = 0.005

    private let ledger: TransferLedger

    init(_ ledger: TransferLedger) {
        self.ledger = ledger
    }

    /// nil if no time passed.
    var text: String? {
        let total = Double(ledger.total)
        guard total > 0 else { return nil }
        let named = ledger.largest.filter { Double($0.time) / total >= Self.least }.prefix(Self.most)
        var parts = named.map {
            "\(FixedPoint.percent(Double($0.time) / total, digits: 1)) \($0.cause.rawValue)"
        }
        let rest = 1 - named.reduce(0) { $0 + Double($1.time) } / total
        if rest >= Self.least { parts.append("\(FixedPoint.percent(rest, digits: 1)) other") }
        return parts.joined(separator: ", ")
    }
}
