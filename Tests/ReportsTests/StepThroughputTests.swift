import LinkModel
import Logs
import Runs
import Testing
import Wire

@testable import Reports

@Suite struct StepThroughputTests {
    /// The handmade run, whose first transfer received this many pieces of 1000 bytes, 10 ms apart.
    private func run(pieces: Int) -> RunResult {
        var result = SampleResult.dsl()
        result.transfers[0].clientLog?.exchange.firstByte = SampleResult.at(20)
        result.transfers[0].clientLog?.progress = (0..<pieces).map { number in
            ExchangeRecord.Progress(at: SampleResult.at(30 + Int64(number) * 10), bytes: (number + 1) * 1000)
        }
        return result
    }

    private func course(of result: RunResult) -> ReportSparkline? {
        StepThroughput(StepSummary(result, result.steps[0], changedLine: nil)).sparkline
    }

    @Test func `a step's pieces are contiguous from the response's first byte`() throws {
        let sparkline = try #require(course(of: run(pieces: 9)))
        #expect(sparkline.pieces.count == 9 && sparkline.pieces.allSatisfy { $0.bytes == 1000 })
        #expect(sparkline.pieces[0].start == SampleResult.at(20))
        #expect(sparkline.pieces[0].end == SampleResult.at(30))
        #expect(sparkline.pieces[8].start == SampleResult.at(100))
        #expect(sparkline.topBps == 2_000_000)
    }

    @Test(arguments: [
        (
            LineRate.constant(2_000_000), Int64?.some(2_000_000),
            "; full height is the line's rate, 2 Mbit/s"
        ),
        (.unlimited, nil, ""), (.constant(0), nil, ""),
    ])
    func `the scale's top is the line's rate`(_ rate: LineRate, _ top: Int64?, _ told: String) throws {
        var result = run(pieces: 9)
        result.link.parameters.down.rate = rate
        let sparkline = try #require(course(of: result))
        #expect(sparkline.topBps == top)
        #expect(sparkline.caption == "throughput of the bodies over 6.624 s\(told)")
    }

    @Test func `uses the step's own line and names a changing rate's maximum`() throws {
        var result = run(pieces: 9)
        var line = result.link.parameters
        line.down.rate = .schedule(
            RateSchedule(
                pieces: [
                    RateSchedule.Piece(rateBps: 1_000_000, length: 1_000_000_000),
                    RateSchedule.Piece(rateBps: 4_000_000, length: 1_000_000_000),
                ],
                repeats: true
            )
        )
        result.steps[0].link = line
        let sparkline = try #require(course(of: result))
        #expect(sparkline.topBps == 4_000_000)
        #expect(sparkline.caption.hasSuffix("full height is the line's highest rate, 4 Mbit/s"))
    }

    @Test(arguments: [0, 1, 7])
    func `too few pieces produce no sparkline`(_ pieces: Int) {
        #expect(course(of: run(pieces: pieces)) == nil)
    }

    @Test func `a run's report shows the sparkline only on a terminal`() {
        let document = RunTable(run(pieces: 9)).document
        let drawn = TerminalRenderer(TerminalStyle(drawsBlocks: true)).text(document)
        #expect(drawn.contains("  throughput of the bodies over 6.624 s"))
        #expect(!document.text().contains("throughput"))
    }
}
