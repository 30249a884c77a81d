import Analysis
import Runs
import Testing

@Suite struct CauseSentenceTests {
    private func sentences(_ change: (inout TransferResult) -> Void) throws -> [String] {
        var result = SampleRun().result()
        result.transfers[0].ledger = TransferLedger([.payload: result.transfers[0].duration])
        change(&result.transfers[0])
        let step = try #require(RunExplanation(result).steps.first)
        return step.transfers[0].sentences
    }

    @Test func `what the line carried is told by its bytes`() throws {
        let told = try sentences { _ in }
        #expect(told.contains { $0.hasPrefix("The line carried the ") && $0.contains(" B of a.jpg for ") })
    }

    @Test func `of a transfer that broke off nobody says that nothing came`() throws {
        let told = try sentences {
            $0.error = "cancelled: the run was interrupted"
            $0.clientLog = nil
            $0.bodyBytes = 0
        }
        #expect(told.contains { $0.hasPrefix("The line carried what came of a.jpg for ") })
    }

    @Test func `a capture does not tell the origin's time from that of packets ahead`() throws {
        let rows: [LedgerCause: Int64] = [.server: 67_000_000]
        let run = try sentences { $0.ledger = TransferLedger(rows) }
        #expect(run.contains("The origin kept a.jpg waiting for 67.0 ms."))
        let capture = try sentences { $0.ledger = TransferLedger(rows, unknown: [.cache], isEstimated: true) }
        #expect(capture.contains { $0.contains("the origin's time, or packets ahead of its own") })
    }
}
