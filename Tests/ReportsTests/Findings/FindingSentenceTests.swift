import LinkModel
import Logs
import Reports
import Runs
import Testing
import Wire

@Suite struct FindingSentenceTests {
    private static let second: Nanoseconds = 1_000_000_000

    private func overlap(most: Int, article: Nanoseconds) -> RunFinding {
        let step = StepResult(
            name: "together",
            start: .zero,
            makespan: 1_850_000_000,
            sumOfDurations: 2_900_000_000,
            busy: 1_850_000_000,
            theory: StepTheory(articleSum: article, wire: 0, shared: nil)
        )
        return .overlap(RunFinding.Overlap(step, mostAtOnce: most, mean: 2.9 / 1.85))
    }

    @Test func `explains overlapping durations with the run's own numbers`() {
        let start =
            "The durations of `together` add up to 2.900 s, but the line was busy 1.850 s: with two transfers at "
            + "once the sum counts the same second up to twice (1.57 on average)."
        #expect(FindingSentence(overlap(most: 2, article: 0)).text == start)
        #expect(
            FindingSentence(overlap(most: 2, article: 1_744_688_000)).text == start
                + " Compare bytes / rate, 1.745 s, with the makespan, 1.850 s, not with that sum."
        )
        let eleven = FindingSentence(overlap(most: 11, article: 0)).text
        #expect(eleven.contains("with 11 transfers at once") && eleven.contains("up to 11 times ("))
    }

    @Test(arguments: [
        (RunFinding.untrusted([.text("no time")]), "The figures cannot be trusted: no time."),
        (.failed(why: "no space"), "The run failed: no space."),
        (
            .revalidated(step: "again", answers: 1, wireBytes: 304, bodyBytes: 125_724),
            "`again`: one 304 response took 304 B on the line instead of 125,724 B of images."
        ),
        (
            .revalidated(step: "again", answers: 3, wireBytes: 912, bodyBytes: 5),
            "`again`: three 304 responses took 912 B on the line instead of 5 B of images."
        ),
        (
            .hits(step: "warm", sources: [.disk, .memory], sumOfDurations: 40_000, fetching: 2 * second),
            "`warm` came from disk and memory: its durations add up to 40.0 us. Over the network, the same "
                + "files took 2.000 s."
        ),
        (
            .coalesced(step: "thousand", requests: 1, callers: 1000, waiting: 999),
            "`thousand`: one request served 1,000 callers; 999 waited for another caller's transfer."
        ),
        (
            .predicted(step: "together", makespan: 1_850_000_000, theory: 1_839_500_000),
            "`together` took 1.850 s, and theory predicts 1.840 s (+0.57 %)."
        ),
        (
            .lossAsDelay(times: 3),
            "Losses were modelled as delay: 3 chunks arrived a round trip late."
        ),
        (
            .ignored([.impairment(.loss), .impairment(.jitter)], steps: []),
            "Theory leaves out the loss and the jitter of the line: a transfer takes at least as long as predicted."
        ),
        (
            .ignored([.congestion], steps: []),
            "Theory leaves out the congestion control of the line: a transfer takes about as long as predicted."
        ),
        (
            .ignored([.impairment(.outages)], steps: ["later", "last"]),
            "Theory leaves out the outages of the line at `later`, `last`: it does not predict when transfers end, and its "
                + "other figures use the mean rate."
        ),
    ])
    func `each finding has its sentence`(finding: RunFinding, sentence: String) {
        #expect(FindingSentence(finding).text == sentence)
    }

    @Test func `calls an unexplained deviation from theory a defect`() {
        let missed = MissedTheory(
            transfers: 3,
            file: "b.jpg",
            step: "cold",
            measured: 1_850_000_000,
            theory: 1_839_500_000
        )
        let sentence =
            "Theory misses `b.jpg` of `cold` by +0.57 % (1.850 s instead of 1.840 s), and 2 other transfers by more "
            + "than 1 %, and no cause is known: this is a defect of the simulator. `netlab diff RUN --theory` shows "
            + "the first packet that differs."
        #expect(FindingSentence(.missed(missed)).text == sentence)
    }

    @Test func `names byte streams and shared connections`() {
        #expect(FindingSentence(.byteStreams).text.contains("byte streams, not packets"))
        #expect(FindingSentence(.ignoredFrames).text.hasPrefix("Theory leaves out HTTP/2 streams: "))
    }

    @Test func `a proxy finding distinguishes the client's handshakes from the origin's`() {
        let proxied = RunFinding.Proxied(
            transfers: 3,
            kept: 2,
            clientSetUp: 200_000,
            originSetUp: 41_000_000
        )
        #expect(
            FindingSentence(.proxied(proxied)).text
                == "The client's connect and TLS times cover its handshakes with the proxy on its own host "
                + "(at most 200.0 us). The line and its captures carry the proxy's handshakes with the "
                + "origin (at most 41.0 ms); 2 of 3 requests reused a connection that the proxy had kept open."
        )
        let only = RunFinding.Proxied(transfers: 1, kept: 1, clientSetUp: nil, originSetUp: nil)
        #expect(
            FindingSentence(.proxied(only)).text.hasSuffix(
                "with the origin; its only request reused a connection that the proxy had kept open."
            )
        )
    }

    private func entry(_ fate: LinkFate, _ alterations: LinkAlterations = []) -> LinkLogEntry {
        var decision = LinkDecision(fate: fate, serviceStart: .zero, serviceEnd: .zero, due: .zero)
        decision.alterations = alterations
        let packet = PacketIdentity(direction: .down, flow: 0, number: 0)
        return LinkLogEntry(packet: packet, bytes: 40, arrival: .zero, decision: decision)
    }

    @Test func `lists the fates of packets`() {
        let log = [
            entry(.delivered, [.duplicate, .marked]), entry(.delivered), entry(.lost), entry(.outage),
            entry(.queueFull),
        ]
        #expect(
            FindingSentence(.packets(.down, PacketCounts(log, .down))).text
                == "Of 5 packets going down, the line had 1 lost at random, 1 lost in outages, 1 dropped by the full "
                + "queue, 1 sent twice and 1 marked for congestion."
        )
        #expect(
            FindingSentence(.packets(.down, PacketCounts([entry(.policed)], .down))).text
                == "Of 1 packet going down, the line had 1 dropped by the policer."
        )
    }
}
