import Analysis
import LinkModel
import Logs
import Reports
import Runs
import Testing

@Suite struct RunTableTests {
    private func text(_ result: RunResult = SampleResult.dsl(), width: Int = 100) -> String {
        RunTable(result).document.text(width: width)
    }

    @Test
    func
        `theory for one of several transfers is a guess only if the simulator does not know the congestion control`()
    {
        var result = SampleResult.dsl()
        #expect(!text(result).contains("one of several transfers"))
        result.link.congestion = "vegas"
        #expect(text(result).contains("one of several transfers"))
    }

    @Test func `a stream-mode run is labelled and has no capture column`() {
        var result = SampleResult.dsl()
        result.link.mode = .stream
        result.link.carrier = nil
        result.link.congestion = nil
        result.link.streams = .init(lossAsDelay: true, recoveries: 2)
        for index in result.transfers.indices { result.transfers[index].capture = nil }
        let shown = text(result)
        #expect(shown.contains("\n\nline: stream mode (byte streams, no packets); profile nlc/dsl;"))
        #expect(shown.contains("losses as delay"))
        #expect(!shown.contains("capture"))
        #expect(!shown.contains("TCP does not"))
        #expect(SeriesTable([result, result]).document.text().contains("stream mode"))
    }

    @Test func `a proxied run shows the phases of both sides`() throws {
        var result = SampleResult.dsl()
        let exchange = try #require(result.transfers[0].clientLog).exchange
        result.transfers[0].phases = TransferPhases(connect: 100_000, wait: 40_000_000)
        result.transfers[0].proxy = ProxyWitness(
            exchange: exchange,
            arrived: exchange.request,
            phases: TransferPhases(connect: 12_000_000, wait: 20_000_000),
            isKeptAlive: false,
            originPort: 50_000
        )
        result.transfers[0].proxy?.failure = "it left"
        let shown = text(result, width: 200)
        #expect(shown.contains("handshakes with the proxy on its own host"))
        #expect(shown.contains("small.jpg  0.10 ms       -  40.00 ms"), "\(shown)")
        #expect(shown.contains("small.jpg at the proxy: it left"))
        #expect(shown.contains("the proxy's in the capture"))
    }

    @Test func `renders a run at a hundred columns`() {
        #expect(
            text() == """
                dsl: expectations-failed
                  4 steps in 13.290 s; 1 of 2 expectations held

                line: packet mode over tun; profile nlc/dsl; down 2 Mbit/s, delay 5.0 ms, queue 1,000 packets; up
                  256 kbit/s, delay 5.0 ms, queue 1,000 packets; MTU 1,500 B; cubic

                together
                  image              size  article   theory   client   packet        speed   log less  in % of
                                            theory   shared      log  capture                  theory   theory
                  small.jpg     125,724 B  0.503 s  1.576 s  1.547 s  1.547 s  0.66 Mbit/s   -15.9 ms  -1.01 %
                  medium.jpg    310,448 B  1.242 s  3.122 s  2.963 s  2.963 s  0.84 Mbit/s  -146.8 ms  -4.70 %
                  large.jpg   1,152,812 B  4.611 s  6.617 s  6.611 s  6.611 s  1.40 Mbit/s    +6.7 ms  +0.10 %
                  Log and capture run from the request's first byte to the body's last. Theory and difference also
                  count the connection's set-up (measured: 12.4 ms).

                  sum of durations  11.160 s  articles' theory (body / rate) 6.356 s, with every header 6.538 s
                  makespan           6.624 s  first start to last end; theory 6.617 s, +7.0 ms, +0.11 %
                  overlap               1.68  sum of durations over busy time, 6.624 s
                  utilisation         99.4 %  of the makespan, the down-link was sending
                  articles' clock   11.070 s  first to last chunk of each, added up: 1.530 s + 2.946 s + 6.594 s

                  The durations of `together` add up to 11.160 s, but the line was busy 6.624 s: with three
                  transfers at once the sum counts the same second up to three times (1.68 on average). Compare
                  bytes / rate, 6.356 s, with the makespan, 6.624 s, not with that sum.

                in-turn
                  image              size  article   theory   client   packet        speed  log less  in % of
                                            theory    alone      log  capture                 theory   theory
                  small.jpg     125,724 B  0.503 s  0.538 s  0.539 s  0.539 s  1.92 Mbit/s   +0.6 ms  +0.11 %
                  medium.jpg    310,448 B  1.242 s  1.304 s  1.304 s  1.304 s  1.93 Mbit/s   +0.1 ms  +0.01 %
                  large.jpg   1,152,812 B  4.611 s  4.794 s  4.803 s  4.803 s  1.93 Mbit/s   +8.6 ms  +0.18 %

                  sum of durations  6.646 s  articles' theory (body / rate) 6.356 s, with every header 6.538 s
                  makespan          6.648 s  first start to last end; theory 6.643 s, +5.1 ms, +0.08 %
                  overlap              1.00  sum of durations over busy time, 6.646 s
                  utilisation        99.1 %  of the makespan, the down-link was sending
                  articles' clock   6.556 s  first to last chunk of each, added up: 0.509 s + 1.274 s + 4.773 s

                warm
                  image              size  from     caller  first time,
                                                    waited      network
                  small.jpg     125,724 B  memory  21.0 us      1.560 s
                  medium.jpg    310,448 B  memory  19.0 us      2.976 s
                  large.jpg   1,152,812 B  memory  18.5 us      6.624 s

                  sum of durations  58.5 us
                  makespan          31.0 us  first start to last end

                relaunch
                  image           size  from       article    theory    client    packet  speed  log less  in % of
                                                    theory     alone       log   capture           theory   theory
                  small.jpg  125,724 B  304, disk  0.00 ms  17.32 ms  17.70 ms  17.67 ms      -   +0.4 ms  +2.19 %

                  makespan     18.0 ms  first start to last end; theory 17.3 ms, +0.7 ms, +3.92 %
                  utilisation    6.0 %  of the makespan, the down-link was sending

                expectations: 1 of 2 held
                  held        together.makespan within 0.2 % of together.theory.shared: 6.624 s against 6.617 s
                              (+0.11 %)
                  NOT HELD    warm.duration <= 0.0001 % of in-turn.duration (line 14): small.jpg: 21.0 us against
                              500 ns (+4100.00 %); large.jpg: 18.5 us against 4.9 us (+277.55 %)

                caches: 3 memory hits, 0 disk hits, 1 revalidated, 6 misses; 1,714,708 B and 6.624 s of waits saved
                emulation: packets left 310 ns late (median), 25.1 us (p99), 36.0 us (worst); 0 packets missed by
                  the recorders; trusted

                """
        )
    }

    @Test func `the first lines show the outcome and the main cause, and repeat no finding`() throws {
        var result = SampleResult.dsl()
        result.findings = Findings(result).all
        let ledger = TransferLedger([.payload: 3_000, .sharing: 1_000])
        for index in result.transfers.indices {
            result.transfers[index].ledger = ledger
        }
        let shown = text(result)
        #expect(shown.split(separator: "\n\n")[0].contains("75.0 %, is payload"))
        #expect(shown.split(separator: "not with that sum").count == 2)
        // What the outcome tells is no finding beside it.
        result.outcome = .failed
        result.failure = "the line stopped"
        result.findings = [.failed(why: "the line stopped")]
        #expect(text(result).split(separator: "he line stopped").count == 2)
        #expect(text(result).contains("\n  The line stopped.\n"))
    }

    @Test func `a DNS lookup is reported with the figures that include it`() {
        var result = SampleResult.dsl()
        #expect(!RunTable(result).document.text(width: 200).contains("looked up"))
        result.link.parameters.dnsDelay = 3_000 * SampleResult.ms
        result.transfers[0].phases = TransferPhases(dns: 3_014 * SampleResult.ms)
        result.transfers[1].phases = TransferPhases(dns: 40_000)
        let text = RunTable(result).document.text(width: 200)
        #expect(text.contains("; DNS answers after 3.000 s; cubic"))
        #expect(
            text.contains(
                "the origin's name was looked up (3.014 s). No column counts the lookup; the makespan and its "
                    + "theory do."
            )
        )
    }

    @Test func `leaves out the least important columns at eighty columns`() {
        let step = """
            together
              image              size  article   theory   client   packet   log less
                                        theory   shared      log  capture     theory
              small.jpg     125,724 B  0.503 s  1.576 s  1.547 s  1.547 s   -15.9 ms
              medium.jpg    310,448 B  1.242 s  3.122 s  2.963 s  2.963 s  -146.8 ms
              large.jpg   1,152,812 B  4.611 s  6.617 s  6.611 s  6.611 s    +6.7 ms
              Log and capture run from the request's first byte to the body's last. Theory
              and difference also count the connection's set-up (measured: 12.4 ms).

              sum of durations  11.160 s  articles' theory (body / rate) 6.356 s, with every
                                          header 6.538 s
              makespan           6.624 s  first start to last end; theory 6.617 s, +7.0 ms,
                                          +0.11 %
              overlap               1.68  sum of durations over busy time, 6.624 s
              utilisation         99.4 %  of the makespan, the down-link was sending
              articles' clock   11.070 s  first to last chunk of each, added up: 1.530 s +
                                          2.946 s + 6.594 s


            """
        #expect(text(width: 80).contains(step))
    }

    @Test(arguments: [100, 80, 60, 48])
    func `no line is wider than the terminal`(width: Int) {
        for line in text(width: width).split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }

    @Test func `colour adds only escape sequences`() {
        var plain = RunTable(SampleResult.dsl()).document.text(isColoured: true)
        #expect(plain.contains("\u{1B}[31mNOT HELD"))
        while let start = plain.firstIndex(of: "\u{1B}"), let end = plain[start...].firstIndex(of: "m") {
            plain.removeSubrange(start...end)
        }
        #expect(plain == text())
    }

    @Test func `a run without measurements still shows its outcome`() {
        var result = SampleResult.empty()
        result.outcome = .interrupted
        #expect(text(result).hasPrefix("dsl: interrupted\n"))
    }

    @Test func `a run of a matrix is labelled with its combination`() {
        var result = SampleResult.empty()
        result.matrix = [MatrixValue(key: "client.policy", value: "disk")]
        result.repetition = 2
        #expect(text(result).hasPrefix("dsl (client.policy disk, run 2): expectations-failed\n"))
    }

    @Test func `a failed transfer shows its error`() {
        var result = SampleResult.dsl()
        result.transfers[1].source = .none
        result.transfers[1].status = nil
        result.transfers[1].error = "timeout: no answer within 15 s"
        result.transfers[1].clientLog = nil
        result.transfers[1].capture = nil
        result.transfers[1].theory = nil
        #expect(text(result).contains("  medium.jpg    310,448 B  failed         -"))
        #expect(text(result).contains("  medium.jpg: timeout: no answer within 15 s\n"))
    }

    @Test func `an expectation that was not judged is shown with the reason`() {
        var result = SampleResult.empty()
        #expect(!text(result).contains("expectations:"))
        result.expectations = [
            ExpectationResult(
                text: "a.makespan < 1 s",
                line: 3,
                verdict: .notJudged,
                actual: .figure(.time(1.2e9))
            ),
            ExpectationResult(
                text: "b.hits == 1",
                line: 4,
                verdict: .notRun,
                actual: .stopped(step: "b", hasBegun: false)
            ),
            ExpectationResult(
                text: "c.makespan < 1 s",
                line: 5,
                verdict: .notHeld,
                actual: .figure(.missing),
                untold: .line([.changingRate])
            ),
        ]
        #expect(
            text(result).contains(
                """

                expectations: 0 of 3 held
                  not judged  a.makespan < 1 s (line 3): 1.200 s
                  not run     b.hits == 1 (line 4): the run stopped before `b`
                  NOT HELD    c.makespan < 1 s (line 5): not known: theory does not predict it on a line with the
                              changing rate

                """
            )
        )
    }

    @Test func `a failed expectation has its own line with its run and figures`() {
        var result = SampleResult.dsl()
        #expect(
            FailedExpectations(result).lines == [
                "dsl, line 14: not held: warm.duration <= 0.0001 % of in-turn.duration: small.jpg: 21.0 us against 500 ns "
                    + "(+4100.00 %); large.jpg: 18.5 us against 4.9 us (+277.55 %)"
            ]
        )
        result.matrix = [MatrixValue(key: "client.policy", value: "none")]
        result.repetition = 2
        #expect(
            FailedExpectations(result).lines[0].hasPrefix(
                "dsl, client.policy none, run 2, line 14: not held: "
            )
        )
    }

    @Test func `a long name is shortened in the middle`() {
        var result = SampleResult.dsl()
        result.transfers[0].file = "a-very-long-name-of-an-image-indeed.jpg"
        #expect(text(result).contains("  a-very-long…e-indeed.jpg  "))
    }
}
