import Reports
import Runs
import Testing
import Wire

@Suite struct RepetitionTableTests {
    private func figure(_ file: String?, _ median: Nanoseconds, spread: Nanoseconds) -> RepeatedFigure {
        RepeatedFigure(
            scenario: "dsl",
            step: "cold",
            file: file,
            runs: 3,
            median: median,
            least: median - spread / 2,
            greatest: median + spread / 2,
            worstRepetition: 2
        )
    }

    @Test func `each time has its median, minimum, worst with its run, and spread`() {
        let table = RepetitionTable([
            figure(nil, 6_616_000_000, spread: 2_000_000), figure("a.jpg", 1_271_000_000, spread: 20_000_000),
        ])
        #expect(
            table.document?.text(width: 100) == """
                over 3 runs: median, spread and worst of each time
                  step  time       median    least    worst  in run  spread
                  cold  makespan  6.616 s  6.615 s  6.617 s       2  0.03 %
                  cold  a.jpg     1.271 s  1.261 s  1.281 s       2  1.57 %

                """
        )
    }

    @Test func `of many files those with the largest spread are shown`() throws {
        let files = (1...20).map { figure("f\($0).jpg", 1_000_000_000, spread: Nanoseconds($0) * 10_000_000) }
        let table = RepetitionTable([figure(nil, 6_616_000_000, spread: 2_000_000)] + files)
        let text = try #require(table.document).text(width: 100)
        #expect(text.contains("f13.jpg") && !text.contains("f12.jpg"))
        #expect(text.contains("  12 files that differ less: see --json\n"))
    }

    @Test func `there is no table without repetitions`() {
        #expect(RepetitionTable([]).document == nil)
    }
}
