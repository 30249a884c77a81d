import Runs

/// What the causes of a ledger mean, for pages that show ledgers.
package enum CauseWords {
    /// By the causes' keys in JSON.
    package static var all: [String: String] {
        Dictionary(uniqueKeysWithValues: LedgerCause.allCases.map { ($0.rawValue, $0.words) })
    }

    /// The same for ledgers that packets alone show.
    package static var ofCapture: [String: String] {
        Dictionary(uniqueKeysWithValues: LedgerCause.allCases.map { ($0.rawValue, $0.wordsOfCapture) })
    }
}
