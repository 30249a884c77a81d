import JSON
import Logs
import Reports
import Runs
import Testing
import Wire

@Suite struct StepCacheTests {
    private func result() -> RunResult {
        var result = SampleResult.dsl()
        result.expectations = []
        var figures = CacheFigures()
        (figures.answers.memory, figures.answers.disk, figures.answers.network) = (20, 8, 4)
        (figures.evictions, figures.memoryBytes, figures.diskBytes) = (3, 800, 2000)
        (figures.bytesSaved, figures.wireDownSaved, figures.wireUpSaved) = (28_000, 30_100, 2400)
        (figures.saved, figures.improvement) = (1_600_000_000, 0.99912)
        var step = StepResult(
            name: "feed",
            start: .zero,
            makespan: 90_000_000,
            sumOfDurations: 80_000_000,
            busy: 80_000_000,
            hitRatio: 28.0 / 32
        )
        step.cache = figures
        result.steps = [step]
        let sources: [(ImageSource, Int, Nanoseconds)] = [
            (.memory, 20, 900), (.disk, 8, 120_000), (.network, 4, 19_000_000),
        ]
        result.transfers = sources.flatMap { source, count, time in
            (0..<count).map { number in
                TransferResult(
                    id: number,
                    step: "feed",
                    file: "a.jpg",
                    url: "",
                    source: source,
                    start: .zero,
                    duration: time + Int64(number),
                    bodyBytes: 1000
                )
            }
        }
        return result
    }

    @Test func `a step with many transfers is summarised by tier with the savings`() {
        let text = RunTable(result()).document.text(width: 100)
        #expect(
            text.contains(
                """
                feed
                  answered by  callers   share     bytes   waited,   longest  added up
                                                            median
                  memory            20  62.5 %  20,000 B    909 ns    919 ns   18.2 us
                  disk               8  25.0 %   8,000 B  120.0 us  120.0 us  960.0 us
                  network            4  12.5 %   4,000 B   19.0 ms   19.0 ms   76.0 ms
                """
            ),
            "\(text)"
        )
        #expect(
            text.contains("hits               87.5 %  20 from memory, 8 from disk, 4 from the network"),
            "\(text)"
        )
        #expect(text.contains("memory 800 B, disk 2,000 B; 3 evicted for lack of room"), "\(text)")
        #expect(
            text.contains(
                "saved             1.600 s  of waits; 28,000 B of bodies, 30,100 B down and 2,400 B up on the wire"
            ),
            "\(text)"
        )
        #expect(text.contains("improvement       99.91 %  less than the first fetches"), "\(text)")
    }

    @Test func `a step's cache figures round-trip through JSON`() throws {
        let step = result().steps[0]
        let again = try #require(StepResult(json: step.json))
        #expect(again.cache == step.cache)
    }
}
