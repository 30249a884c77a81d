import TestSupport
import Testing

@Suite(.enabled(if: Netlab.isRoot, "needs root"), .serialized, .timeLimit(.minutes(5)))
struct `Many callers of one image` {
    @Test func `share one transfer on the wire and can give up`() throws {
        let run = try MeasuredRun.trusted("coalescing")
        #expect(run.result.outcome == "ok", "\(run.result.expectations.filter { $0.held != true })")
        let thousand = run.result.transfers("thousand")
        #expect(thousand.count == 1000 && thousand.allSatisfy { $0.status == 200 && $0.bodyBytes == 100_000 })
        #expect(thousand.count { $0.clientLog != nil } == 1 && thousand.count { $0.capture != nil } == 1)
        #expect(thousand.count { $0.sharedWith != nil } == 999)
        for transfer in thousand where transfer.sharedWith != nil {
            let blocked = transfer.phases?.blockedNs ?? 0
            #expect(transfer.wireDownBytes == nil && blocked > transfer.durationNs / 2)
        }
        let left = run.result.transfers("left")
        #expect(left.count { $0.error == nil } == 1 && left.count == 11)
        #expect(run.result.transfers("abandoned").allSatisfy { $0.source == "none" && $0.status == nil })
        #expect(run.result.findings.contains { $0.hasPrefix("`thousand`: one request served 1,000 callers") })
        try expectAgreement(run.result)
    }
}
