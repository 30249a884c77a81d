import Runs
import Testing

@testable import Reports

/// What expectations found, in words.
@Suite struct ExpectationFindingTests {
    @Test(arguments: [
        (MetricFigure.time(1.85e9), "1.850 s"), (.time(1e30), "9223372036.855 s"),
        (.bytes(125_724), "125,724 B"), (.rate(8e6), "8 Mbit/s"), (.ratio(0.1234), "12.34 %"),
        (.number(304), "304"), (.number(1.5), "1.500"), (.word("memory"), "memory"),
        (.missing, "not known"),
    ])
    func `each figure has its unit`(figure: MetricFigure, words: String) {
        #expect(figure.words == words)
    }

    @Test(arguments: [
        (ExpectationFinding.stopped(step: "warm", hasBegun: true), "the run stopped during `warm`"),
        (.stopped(step: "later", hasBegun: false), "the run stopped before `later`"),
        (.noTransfer(step: "later", file: nil), "no transfer in step later"),
        (.noTransfer(step: "later", file: "a.jpg"), "no transfer of a.jpg in step later"),
        (.figure(.time(1.85e9)), "1.850 s"),
        (.figure(.time(20_000_000), beside: .share(0.0123)), "20.0 ms, 1.23 %"),
        (
            .figure(.time(1.85e9), beside: .other(.time(2.1e9), difference: -0.119)),
            "1.850 s against 2.100 s (-11.90 %)"
        ),
        (.figure(.time(1.85e9), beside: .other(.missing, difference: nil)), "1.850 s against not known"),
        (
            .figures([FoundFigure(.number(404), of: "a.jpg"), FoundFigure(.missing, of: "b.jpg")], more: 0),
            "a.jpg: 404; b.jpg: not known"
        ),
        (.figures([FoundFigure(.number(404), of: "a.jpg")], more: 7), "a.jpg: 404; and 7 more"),
        (.same(.word("memory"), times: 2), "memory, 2 times"),
        (.range(.time(1.05e9), .time(1.85e9)), "1.050 s to 1.850 s"),
        (.each([.word("memory"), .word("disk")]), "memory, disk"),
    ])
    func `each finding has its sentence`(finding: ExpectationFinding, words: String) {
        #expect(finding.words == words)
    }
}
