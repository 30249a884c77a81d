import Analysis
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
}
