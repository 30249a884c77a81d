import TestSupport
import Testing

extension Alone {
    @Suite(.enabled(if: Netlab.isRoot, "needs root"), .timeLimit(.minutes(5)))
    struct `A run in real time` {
        @Test(arguments: ["tun", "veth"])
        func `succeeds over either carrier, and both witnesses agree`(_ carrier: String) throws {
            let run = try MeasuredRun.trustedInRealTime("tiers", "--carrier", carrier)
            #expect(run.result.link.carrier == carrier)
            #expect(run.result.outcome == "ok", "\(run.result.expectations.filter { $0.held != true })")
            try expectAgreement(run.result)
        }
    }
}
