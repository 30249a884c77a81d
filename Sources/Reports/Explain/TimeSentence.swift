import Figures
package import Runs
import Wire

/// What took the time of some transfers, in a sentence.
package struct TimeSentence {
    /// Number of further causes named after the largest.
    private static let mostOthers = 3
    /// Smaller shares are not named.
    private static let leastShare = 0.01

    /// nil if no ledger is known.
    private let sum: TransferLedger?
    private let count: Int
    /// The figures are a capture's alone.
    private let isOfCapture: Bool

    init(_ ledgers: [TransferLedger], isOfCapture: Bool = false) {
        self.init(sum: TransferLedger.sum(ledgers), of: ledgers.count, isOfCapture: isOfCapture)
    }

    /// `sum` is the sum of `count` transfers.
    package init(sum: TransferLedger?, of count: Int, isOfCapture: Bool) {
        self.sum = sum
        self.count = count
        self.isOfCapture = isOfCapture
    }

    /// nil if no ledger is known.
    package var text: String? {
        guard let sum, sum.total > 0, let first = sum.largest.first else {
            return nil
        }
        func share(_ time: Nanoseconds) -> Double { Double(time) / Double(sum.total) }
        let whose = count == 1 ? "the transfer" : "the \(ByteFormat.grouped(count)) transfers"
        let part = isMost(share(first.time)) ? "Most" : "The largest part"
        let others = sum.largest.dropFirst().prefix(Self.mostOthers)
            .filter { share($0.time) >= Self.leastShare }
        let rest = others.map { "\($0.cause.rawValue) \(FixedPoint.percent(share($0.time), digits: 1))" }
        return
            "\(part) of the \(DurationFormat.text(sum.total)) of \(whose), \(FixedPoint.percent(share(first.time), digits: 1)), "
            + "is \(first.cause.rawValue): \(isOfCapture ? first.cause.wordsOfCapture : first.cause.words)."
            + (rest.isEmpty ? "" : " Next: \(rest.joined(separator: ", ")).")
    }

    /// True above a half, as the share is shown.
    private func isMost(_ share: Double) -> Bool { (share * 1000).rounded() > 500 }
}
