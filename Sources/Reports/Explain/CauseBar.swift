import Runs
import Wire

/// A ledger as a bar: letters for each cause, as many as its share, the longest first as in the rows below.
struct CauseBar {
    private let ledger: TransferLedger
    private let width: Int

    /// The ledger of `longest` has the whole width, any other its part of it: bars of one report can be compared.
    init(_ ledger: TransferLedger, width: Int, longest: Nanoseconds) {
        self.ledger = ledger
        let share = longest > 0 ? min(1, Double(ledger.total) / Double(longest)) : 1
        self.width = max(1, Int((Double(width) * share).rounded()))
    }

    var text: String {
        let total = Double(ledger.total)
        guard total > 0 else { return "" }
        var (bar, reached, sum) = ("", 0, 0.0)
        for (cause, time) in ledger.largest {
            sum += Double(time)
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
