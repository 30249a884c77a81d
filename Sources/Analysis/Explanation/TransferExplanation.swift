package import Runs

/// A transfer explained: its causes, the largest of them in a sentence each.
package struct TransferExplanation: Sendable {
    /// More sentences are not read.
    private static let mostSentences = 3
    /// What took less of the time needs no sentence.
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
