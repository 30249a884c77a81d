import Foundation
import TestSupport
import Testing

/// Name lookups across the line.
@Suite(
    .enabled(if: Netlab.isRoot, "needs root; ordinary users have tests of their own"),
    .serialized,
    .timeLimit(.minutes(5))
)
struct `A line that delays names` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write("names.yaml", SlowNames.scenario)
    }

    @Test
    func `delays only the first lookup of a name`() throws {
        let before = try String(contentsOfFile: "/etc/resolv.conf", encoding: .utf8)
        let run = try MeasuredRun.trusted(folder.file("names.yaml"))
        try SlowNames.expect(run.result)
        #expect(try SlowNames.datagrams(in: run.path) == 4)
        #expect(try String(contentsOfFile: "/etc/resolv.conf", encoding: .utf8) == before)
    }

    @Test
    func `sends no DNS queries without a delay`() throws {
        let run = try BundledRun.of("tiers")
        #expect(run.result.transfers.allSatisfy { ($0.phases?.dnsNs ?? 0) < 20_000_000 })
        #expect(try SlowNames.datagrams(in: run.path) == 0)
    }

    @Test
    func `times out a transfer while its name is still being looked up`() throws {
        try folder.write(
            "short.yaml",
            SlowNames.scenario.replacingOccurrences(of: "policy: none", with: "policy: none, timeout: 500 ms")
        )
        let output = try Netlab.run("run", "short.yaml", "--json", "--out", "run", in: folder)
        let result = try ResultDocument(json: output.output)
        let first = try #require(result.transfers("first").first)
        #expect(first.error?.hasPrefix("timeout") == true)
        // The answer would have arrived after three seconds.
        #expect(first.durationNs < 2_500_000_000)
    }
}
