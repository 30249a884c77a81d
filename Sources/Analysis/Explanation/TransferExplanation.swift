package import Runs

/// A transfer explained: its causes, with a sentence for each of the largest.
package struct TransferExplanation: Sendable {
    /// Most sentences for a reader.
    private static let mostSentences = 3
    /// Smallest share of the time that gets a sentence.
    private static let leastShare = 0.005

    package let transfer: TransferResult
    package let sentences: [String]

    package init(_ transfer: TransferResult, of result: RunResult) {
        self.transfer = transfer
        let words = CauseSentence(transfer, of: result)
        let least = Double(transfer.duration) * Self.leastShare
        sentences = (transfer.ledger?.largest ?? []).prefix(Self.mostSentences)
            .filter { Double($0.time) >= least }
            .map { words.text($0.cause, $0.time) }
    }
}
