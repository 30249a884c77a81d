import Analysis
import LinkModel
import Logs
import Runs
import Testing

@Suite struct FindingsTests {
    @Test func `a run's findings have its own figures, overlapping durations first`() throws {
        let result = SampleRun().result()
        let overlap = RunFinding.Overlap(result.steps[0], mostAtOnce: 2, mean: 2.9 / 1.85)
        #expect(overlap.sumOfDurations == 2_900_000_000 && overlap.busy == 1_850_000_000)
        #expect(overlap.makespan == 1_850_000_000 && overlap.articleSum == 1_744_688_000)
        let theory = try #require(result.steps[0].theory?.shared)
        #expect(
            result.findings == [
                .overlap(overlap),
                .hits(step: "warm", sources: [.memory], sumOfDurations: 40_000, fetching: 2_900_000_000),
                .predicted(step: "together", makespan: 1_850_000_000, theory: theory),
                // The sample's times are nobody's TCP.
                .missed(try #require(missed(result))),
                .packets(.down, try #require(result.packets?[.down])),
            ]
        )
    }

    private func missed(_ result: RunResult) -> MissedTheory? {
        Findings(result).all.lazy.compactMap { if case .missed(let missed) = $0 { missed } else { nil } }
            .first
    }

    private func overlaps(_ result: RunResult) -> Bool {
        result.findings.contains { if case .overlap = $0 { true } else { false } }
    }

    @Test func `sequential transfers do not overlap`() {
        var run = SampleRun()
        run.record.transfers[1].start = run.record.transfers[0].end
        #expect(overlaps(SampleRun().result()) && !overlaps(run.result()))
    }

    @Test func `a failure is the first finding`() {
        var run = SampleRun()
        run.record.ending = .failed("no space left on the device")
        #expect(run.result().findings.first == .failed(why: "no space left on the device"))
    }

    @Test func `compares the cost of a 304 with the body`() {
        var run = SampleRun()
        run.addNetwork(step: "again", file: "a.jpg", body: 0, port: 4001, order: 1, from: 5000, to: 5020)
        run.record.steps.append(.init(name: "again", start: SampleRun.at(5000), end: SampleRun.at(5020)))
        run.record.transfers[4].source = .revalidated
        run.record.transfers[4].bodyBytes = 125_724
        run.capture[2].wireDownBytes = 304
        #expect(
            run.result().findings.contains(
                .revalidated(step: "again", answers: 1, wireBytes: 304, bodyBytes: 125_724)
            )
        )
    }

    @Test func `reports once what theory leaves out of the line`() {
        var run = SampleRun()
        run.record.link.mode = .stream
        run.record.link.parameters.down.jitter = Jitter(amount: 1_000_000)
        run.record.link.parameters.up.loss = .random(PacketShare(0.01))
        #expect(
            run.result().findings.last == .ignored([.impairment(.loss), .impairment(.jitter)], steps: [])
        )
    }

    @Test func `the simulator covers every impairment of a packet line`() throws {
        var run = SampleRun()
        run.record.link.parameters.down.jitter = Jitter(amount: 1_000_000)
        run.record.link.parameters.up.loss = .random(PacketShare(0.01))
        let outages = Outages(
            pattern: .listed([.init(start: 200_000_000, length: 50_000_000)]),
            packets: .held
        )
        let before = try #require(SampleRun().result().steps[0].theory?.shared)
        run.record.link.parameters.down.outages = outages
        let result = run.result()
        #expect(!result.hasIgnored)
        #expect((result.steps[0].theory?.shared ?? 0) > before + 40_000_000)
    }

    @Test func `reports transfers that deviate from theory without a reason, with the worst one's figures`()
        throws
    {
        var result = SampleRun().result()
        for place in result.transfers.indices {
            let measured =
                result.transfers[place].duration - (result.transfers[place].ledger?[.emulation] ?? 0)
            result.transfers[place].theory?.shared =
                place < 2 ? measured * (100 + Int64(place)) / 103 : measured
        }
        func missed(_ result: RunResult) -> MissedTheory? {
            Findings(result).all.lazy.compactMap { if case .missed(let missed) = $0 { missed } else { nil } }
                .first
        }
        let found = try #require(missed(result))
        #expect(found.transfers == 2 && found.file == result.transfers[0].file && found.deviation > 0.029)
        // In stream mode and on lines that theory does not know, the reason is said already.
        result.link.mode = .stream
        #expect(missed(result) == nil)
    }

    @Test func `an unsimulated congestion control falls back to the closed form, with a finding`() {
        var run = SampleRun()
        run.record.link.congestion = "vegas"
        #expect(run.result().findings.last == .ignored([.congestion], steps: []))
        run.record.link.congestion = "bbr"
        #expect(!run.result().hasIgnored)
    }

    @Test func `theory gives no end time for a stream line with outages, and reports it`() throws {
        var run = SampleRun()
        run.record.link.mode = .stream
        run.record.link.parameters.down.outages = Outages(pattern: .every(9_000_000_000, length: 1_000_000))
        let result = run.result()
        #expect(result.findings.last == .ignored([.impairment(.outages)], steps: []))
        #expect(!result.findings.contains { if case .predicted = $0 { true } else { false } })
        let theory = try #require(result.transfers[0].theory)
        #expect(theory.alone == nil && theory.shared == nil && theory.article == 502_896_000)
        #expect(result.steps[0].theory?.shared == nil)
        #expect(result.steps[0].theory?.articleSum == 1_744_688_000)
    }

    @Test func `counts what the line did to packets for each direction`() throws {
        var run = SampleRun()
        run.addService(.down, from: 2500, to: 2600, fate: .queueFull)
        run.record.linkLog[0].decision.alterations = [.duplicate, .marked]
        let result = run.result()
        let counts = try #require(result.packets?[.down])
        #expect(counts.all == 4 && counts[.queueFull] == 1 && counts[.duplicate] == 1 && counts[.marked] == 1)
        #expect(result.findings.contains(.packets(.down, counts)))
        #expect(result.packets?[.up]?.isUntouched == true)
        run.record.linkLogOmitted = 1
        #expect(run.result().packets == nil)
        #expect(!run.result().findings.contains(.packets(.down, counts)))
    }
}

extension RunResult {
    /// True if theory left something of the line out.
    fileprivate var hasIgnored: Bool {
        findings.contains { if case .ignored = $0 { true } else { false } }
    }
}
