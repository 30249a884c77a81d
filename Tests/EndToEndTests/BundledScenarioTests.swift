import TestSupport
import Testing

@Suite(.enabled(if: Netlab.isRoot, "needs root"), .serialized, .timeLimit(.minutes(5)))
struct `Every bundled scenario` {
    @Test(arguments: ["tiers", "etag-304", "fairness", "article-run-2"])
    func `meets its expectations, and both witnesses agree`(_ name: String) throws {
        let run = try BundledRun.of(name)
        #expect(run.result.outcome == "ok", "\(run.result.expectations.filter { $0.held != true })")
        #expect(run.output.status == 0)
        try expectAgreement(run.result)
    }

    @Test
    func `retransmits and counts what a lossy link drops`() throws {
        let run = try MeasuredRun.trusted("tiers", "--set", "link.down.loss=5%")
        let sentAgain = run.result.transfers("cold").compactMap(\.retransmittedBytes).reduce(0, +)
        #expect(sentAgain >= 1448)
        #expect(run.result.transfers("cold").map(\.bodyBytes) == [12_000, 60_000, 180_000])
        try expectAgreement(run.result)
    }

    @Test
    func `meets its expectations in each combination of a matrix, in one document`() throws {
        let runs = try MeasuredRun.trustedSeries(of: "policies")
        #expect(runs.map { $0.matrix?["client.policy"] } == ["none", "memory", "disk", "both"])
        for result in runs {
            #expect(result.outcome == "ok", "\(result.expectations.filter { $0.held != true })")
            try expectAgreement(result)
        }
    }
}
