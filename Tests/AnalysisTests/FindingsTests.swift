import Analysis
import LinkModel
import Logs
import Runs
import Testing

@Suite struct FindingsTests {
    @Test func `overlapping durations are explained with the run's own numbers`() {
        #expect(
            SampleRun().result().findings == [
                "The durations of `together` add up to 2.900 s, but the line was busy 1.850 s: with two transfers at "
                    + "once the sum counts the same second up to twice (1.57 on average). "
                    + "Bytes / rate, 1.745 s, is to be held against the makespan, 1.850 s, never against that sum.",
                "`warm` came from memory: its durations add up to 40.0 us, those of the same files over the network "
                    + "to 2.900 s.",
                "`together` took 1.850 s where theory says 1.840 s (+0.57 %).",
                "Of 3 packets going down the line had 1 lost at random.",
            ]
        )
    }

    @Test func `transfers one after the other do not overlap`() {
        var run = SampleRun()
        run.record.transfers[1].start = run.record.transfers[0].end
        #expect(!run.result().findings.contains { $0.contains("add up to 1.850 s, but") })
    }

    @Test func `a failure is told first`() {
        var run = SampleRun()
        run.record.ending = .failed("no space left on the device")
        #expect(run.result().findings.first == "The run failed: no space left on the device.")
    }

    @Test func `what a 304 costs is set against the body`() {
        var run = SampleRun()
        run.addNetwork(step: "again", file: "a.jpg", body: 0, port: 4001, order: 1, from: 5000, to: 5020)
        run.record.steps.append(.init(name: "again", start: SampleRun.at(5000), end: SampleRun.at(5020)))
        run.record.transfers[4].source = .revalidated
        run.record.transfers[4].bodyBytes = 125_724
        run.capture[2].wireDownBytes = 304
        #expect(
            run.result().findings.contains(
                "`again`: one answer of 304 brought 304 B over the line in place of 125,724 B of images."
            )
        )
    }

    @Test func `what theory leaves out of the line is said once`() {
        var run = SampleRun()
        run.record.link.mode = .stream
        run.record.link.parameters.down.jitter = Jitter(amount: 1_000_000)
        run.record.link.parameters.up.loss = .random(PacketShare(0.01))
        #expect(
            run.result().findings.last
                == "Theory leaves out the loss and the jitter of the line: a transfer takes at least as long as it says."
        )
    }

    @Test func `the simulator leaves nothing out of a line that carries packets`() throws {
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
        #expect(!result.findings.contains { $0.hasPrefix("Theory leaves out") })
        #expect((result.steps[0].theory?.shared ?? 0) > before + 40_000_000)
    }

    @Test func `a congestion control that nobody simulates is told in closed form, which is said`() {
        var run = SampleRun()
        run.record.link.congestion = "vegas"
        #expect(
            run.result().findings.last
                == "Theory leaves out the congestion control of the line: a transfer takes about as long as it says."
        )
        run.record.link.congestion = "bbr"
        #expect(!run.result().findings.contains { $0.hasPrefix("Theory leaves out") })
    }

    @Test func `where the rate changes theory tells no end, and says so`() throws {
        var run = SampleRun()
        run.record.link.mode = .stream
        run.record.link.parameters.down.outages = Outages(pattern: .every(9_000_000_000, length: 1_000_000))
        let result = run.result()
        #expect(
            result.findings.last
                == "Theory leaves out the outages of the line: it does not tell when transfers end, "
                + "and its other figures go by the mean rate."
        )
        #expect(!result.findings.contains { $0.contains("where theory says") })
        let theory = try #require(result.transfers[0].theory)
        #expect(theory.alone == nil && theory.shared == nil && theory.article == 502_896_000)
        #expect(result.steps[0].theory?.shared == nil)
        #expect(result.steps[0].theory?.articleSum == 1_744_688_000)
    }

    @Test func `what the line did to packets is counted, each way by itself`() {
        var run = SampleRun()
        run.addService(.down, from: 2500, to: 2600, fate: .queueFull)
        run.addService(.down, from: 2500, to: 2600, fate: .outage)
        run.record.linkLog[0].decision.alterations = [.duplicate, .marked]
        #expect(
            run.result().findings.contains(
                "Of 5 packets going down the line had 1 lost at random, 1 lost in outages, 1 dropped by the full queue, "
                    + "1 sent twice and 1 marked for congestion."
            )
        )
        #expect(!run.result().findings.contains { $0.contains("going up") })
        run.record.linkLogOmitted = 1
        #expect(run.result().packets == nil)
        #expect(!run.result().findings.contains { $0.contains("going down") })
    }
}
