import Reports
import Runs
import Testing

@Suite struct SeriesTableTests {
    @Test func `compares runs with a row for each combination and a column for each step`() {
        var second = SampleResult.dsl()
        var first = second
        first.matrix = [MatrixValue(key: "client.policy", value: "none")]
        second.matrix = [MatrixValue(key: "client.policy", value: "memory")]
        second.steps.removeLast()
        second.outcome = .interrupted
        #expect(
            SeriesTable([first, second]).document.text(width: 120) == """
                all runs: makespan of each step
                  client.policy  together  in-turn     warm  relaunch   hits  saved by caches  outcome
                  none            6.624 s  6.648 s  31.0 us   18.0 ms  0.0 %      1,714,708 B  expectations-failed
                  memory          6.624 s  6.648 s  31.0 us         -  0.0 %      1,714,708 B  interrupted

                """
        )
    }
}
