import Runs
import Wire

/// A ledger as a bar: a letter for each cause, as many as its share, in the order in which a transfer meets them.
struct CauseBar {
    private let ledger: TransferLedger
    private let width: Int

    init(_ ledger: TransferLedger, width: Int) {
        self.ledger = ledger
        self.width = max(1, width)
    }

    var text: String {
        let total = Double(ledger.total)
        guard total > 0 else { return "" }
        var (bar, reached, sum) = ("", 0, 0.0)
        for cause in LedgerCause.allCases {
            sum += Double(ledger[cause] ?? 0)
            let end = Int((sum / total * Double(width)).rounded())
            bar += String(repeating: Self.letter(cause), count: max(0, end - reached))
            reached = max(reached, end)
        }
        return bar
    }

    /// What the letters of these bars mean, those that are in one of them.
    static func legend(_ bars: [String]) -> String {
        let used = Set(bars.joined())
        return LedgerCause.allCases.filter { used.contains(letter($0)) }
            .map { "\(letter($0)) \($0.rawValue)" }.joined(separator: "  ")
    }

    private static func letter(_ cause: LedgerCause) -> Character {
        switch cause {
        case .cache: "m"
        case .blocked: "b"
        case .retry: "y"
        case .dns: "n"
        case .connect: "c"
        case .tls: "t"
        case .request: "q"
        case .server: "S"
        case .payload: "#"
        case .overhead: "+"
        case .retransmit: "r"
        case .sharing: "~"
        case .window: "w"
        case .recovery: "R"
        case .receiver: "v"
        case .propagation: ">"
        case .emulation: "e"
        case .delivery: "d"
        case .decode: "x"
        case .unexplained: "?"
        }
    }
}
