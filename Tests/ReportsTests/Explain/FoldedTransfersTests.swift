import Analysis
import Logs
import Runs
import Testing
import Wire

@testable import Reports

@Suite struct FoldedTransfersTests {
    private static let ms: Nanoseconds = 1_000_000

    /// Transfers of one step, each with its rows in milliseconds.
    private func result(_ ledgers: [[LedgerCause: Int64]]) -> RunResult {
        var result = SampleResult.empty()
        var at: Nanoseconds = 0
        result.transfers = ledgers.enumerated().map { number, rows in
            let total = rows.values.reduce(0, +) * Self.ms
            var transfer = TransferResult(
                id: number,
                step: "cold",
                file: "thumb-\(number < 9 ? "0" : "")\(number + 1).jpg",
                url: "",
                source: .network,
                start: .zero,
                duration: total,
                bodyBytes: 20_000
            )
            transfer.ledger = TransferLedger(rows.mapValues { $0 * Self.ms })
            at += total
            return transfer
        }
        let longest = result.transfers.map(\.duration).max() ?? 0
        result.steps = [
            StepResult(
                name: "cold",
                start: .zero,
                makespan: longest,
                sumOfDurations: at,
                busy: longest,
                overlap: Double(at) / Double(longest),
                hitRatio: 0
            )
        ]
        return result
    }

    private func text(_ result: RunResult, _ detail: ExplanationDetail = .folded, isOfCapture: Bool = false)
        -> String
    {
        let explanation = isOfCapture ? RunExplanation(ofCapture: result) : RunExplanation(result)
        return ExplanationReport(explanation, folder: "a run", detail: detail).document.text(width: 100)
    }

    private func groups(_ result: RunResult) -> [[Int]] {
        let transfers = RunExplanation(result).steps[0].transfers
        let longest = result.transfers.map(\.duration).max() ?? 0
        return FoldedTransfers(transfers, longest: longest).groups.map { $0.members.map(\.transfer.id) }
    }

    @Test func `folds transfers with similar durations and the same causes`() {
        let alike = (0..<20).map { [LedgerCause.blocked: 350 + 10 * Int64($0), .payload: 50, .request: 50] }
        let told = text(result(alike))
        #expect(
            told.contains("thumb-01.jpg to thumb-20.jpg  0.450 to 0.640 s, 20 transfers alike"),
            "\(told)"
        )
        #expect(told.contains("on average blocked 445.0 ms (81.7 %)"))
        #expect(told.contains("For 0.350 to 0.540 s they waited for a free connection or stream"))
        #expect(told.contains("For 50.0 ms the line carried their bodies."))
        #expect(
            told.contains("`netlab explain 'a run' --all` lists the transfers shown together here one by one")
        )
        #expect(told.split(separator: "\n").count < 25)
    }

    @Test func `the detailed form lists each transfer and mentions no other command`() {
        let alike = (0..<5).map { _ in [LedgerCause.payload: Int64(50)] }
        let told = text(result(alike), .each)
        for number in 1...5 { #expect(told.contains("  thumb-0\(number).jpg  50.0 ms\n")) }
        #expect(!told.contains("transfers alike") && !told.contains("--all"))
    }

    @Test func `transfers with other causes, durations or sources are not folded`() {
        let one: [LedgerCause: Int64] = [.payload: 100]
        let other: [LedgerCause: Int64] = [.server: 100]
        let longer: [LedgerCause: Int64] = [.payload: 250]
        #expect(groups(result([one, other, one, other, one, other])) == [[0, 2, 4], [1, 3, 5]])
        #expect(groups(result([one, longer, one, longer, one, longer])) == [[0, 2, 4], [1, 3, 5]])
        var mixed = result([one, one, one, one, one])
        mixed.transfers[1].source = .memory
        mixed.transfers[4].error = "timeout: after 100 ms"
        #expect(groups(mixed) == [[0, 2, 3], [1], [4]])
    }

    @Test func `two similar transfers are not folded`() {
        #expect(groups(result([[.payload: 100], [.payload: 100]])) == [[0], [1]])
    }

    @Test func `transfers that are short against the total are folded regardless of cause`() {
        let short: [[LedgerCause: Int64]] = [[.cache: 1], [.delivery: 4], [.cache: 2]]
        #expect(groups(result([[.payload: 9000]] + short)) == [[0], [1, 2, 3]])
        #expect(groups(result([[.payload: 20]] + short)) == [[0], [1], [2], [3]])
    }

    @Test func `of many groups those with the least time are only counted`() {
        // Each is more than twice as long as the one before it, or has another reason.
        let causes = LedgerCause.allCases.prefix(18)
        let told = text(result(causes.enumerated().map { [$1: 100 + Int64($0)] }))
        #expect(
            told.contains("8 further transfers took 0.100 to 0.107 s each, 42.4 % of the durations' sum.")
        )
        #expect(told.contains("thumb-18.jpg  0.117 s") && !told.contains("thumb-08.jpg  "))
        let few = text(result(causes.prefix(12).enumerated().map { [$1: 100 + Int64($0)] }))
        #expect(!few.contains("further") && few.contains("thumb-01.jpg  0.100 s"))
    }

    @Test func `names the transfer that opened the shared connection`() {
        var opened = result((0..<5).map { _ in [LedgerCause.connect: 60, .payload: 40] })
        for place in opened.transfers.indices {
            opened.transfers[place].connection = 1
            opened.transfers[place].newConnection = place == 0
        }
        // The one that opens it does not wait for another.
        opened.transfers[0].ledger = TransferLedger([.connect: 60 * Self.ms, .payload: 540 * Self.ms])
        opened.transfers[0].duration = 600 * Self.ms
        #expect(text(opened).contains("For 60.0 ms thumb-01.jpg opened their connection."))
    }

    @Test(arguments: [
        (
            LedgerCause.server,
            "no answer came yet: the origin took its time, or packets were ahead of the answer."
        ),
        (.blocked, "clients waited before they opened connections, or before they sent requests."),
        (.proxy, "tunnels through a proxy were opened."),
    ])
    func `explanations of a capture claim no more than packets show`(_ cause: LedgerCause, _ words: String) {
        var seen = result((0..<5).map { _ in [cause: 60] })
        for place in seen.transfers.indices {
            seen.transfers[place].ledger = TransferLedger([cause: 60 * Self.ms], unknown: [.cache])
        }
        let told = text(seen, isOfCapture: true)
        #expect(told.contains("For 60.0 ms \(words)"), "\(told)")
        // The head of the report, too.
        #expect(told.contains("is \(cause.rawValue): \(words.prefix(20))"), "\(told)")
    }
}
