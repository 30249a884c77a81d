import Analysis
import Figures
import Runs
import Wire

/// Transfers of a step that took about as long for the same reasons, told as one.
struct TransferFold {
    /// Number of causes with a sentence of their own.
    private static let mostCauses = 3
    /// Causes with a smaller share of the time get no sentence.
    private static let leastShare = 0.005

    /// In the result's order; never empty.
    let members: [TransferExplanation]
    /// What they are told by, if there are several.
    private let mean: TransferLedger?

    init(_ members: [TransferExplanation]) {
        self.members = members
        let ledgers = members.compactMap(\.transfer.ledger)
        let count = Nanoseconds(max(1, ledgers.count))
        mean = TransferLedger.sum(ledgers).map { sum in
            let rows = LedgerCause.allCases.map { ($0, (sum[$0] ?? 0) / count) }
            return TransferLedger(
                Dictionary(uniqueKeysWithValues: rows),
                unknown: sum.unknown,
                isEstimated: sum.isEstimated
            )
        }
    }

    /// Added up.
    var time: Nanoseconds { members.reduce(0) { $0 + $1.transfer.duration } }

    /// `0.841 to 0.924 s`.
    var range: String {
        let durations = members.map(\.transfer.duration)
        return DurationFormat.range(durations.min() ?? 0, durations.max() ?? 0)
    }

    /// Bar and sentences of several members; empty if no ledger is known.
    func elements(_ label: String, longest: Nanoseconds, indent: Int) -> ReportSection {
        guard let mean, mean.total > 0 else { return [] }
        return ReportSection(
            [.bar(LedgerBar(mean, label: label, longest: longest, ofSeveral: members.count).bar)]
                + sentences(mean).map { .text($0.printable, indent: indent, hanging: indent + 2) }
        )
    }

    private func sentences(_ mean: TransferLedger) -> [String] {
        mean.largest.prefix(Self.mostCauses)
            .filter { Double($0.time) >= Self.leastShare * Double(mean.total) }
            .map { "For \(range(of: $0.cause)) \(clause($0.cause))." }
    }

    private func range(of cause: LedgerCause) -> String {
        let times = members.compactMap { $0.transfer.ledger?[cause] }
        return DurationFormat.range(times.min() ?? 0, times.max() ?? 0)
    }

    private func clause(_ cause: LedgerCause) -> String {
        switch cause {
        case .connect, .tls:
            guard let opener else { return cause.words }
            return cause == .connect
                ? "\(opener.file) opened their connection"
                : "\(opener.file) did the TLS handshake of their connection"
        case .receiver where members.allSatisfy(\.isHeldByHTTP2): return "HTTP/2's flow control held them up"
        case .recovery: return RecoveryClause(members).text ?? cause.words
        case .outage:
            let times = Set(members.map(\.outages))
            return cause.words + (times.count == 1 ? OutageTimes(members[0].outages).text : "")
        default: return members[0].isOfCapture ? cause.wordsOfCapture : cause.words
        }
    }

    /// The transfer that opened the connection for all of them; nil if there is no such one.
    private var opener: TransferResult? {
        let openers = members.map { $0.opener?.id }
        return Set(openers).count == 1 ? members.first?.opener : nil
    }
}
