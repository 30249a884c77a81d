import Analysis
import Runs
import Testing

@testable import Reports

@Suite struct RunDifferenceWordsTests {
    private static let name = TransferName(step: "cold", file: "a.jpg")

    @Test(
        arguments: [
            (.combination([], onlyIn: .before), "Only the first runs have runs without a matrix."),
            (.step("warm", onlyIn: .after), "Only the second runs have the step warm."),
            (
                .transfers(step: "cold", file: "a.jpg", before: 1, after: 2),
                "cold: a.jpg was requested 1 time before and 2 times after."
            ),
            (
                .expectation("cold.duration < 1 s"),
                "The expectation `cold.duration < 1 s` held before, and does not hold in every run now."
            ),
        ] as [(RunDifference, String)]
    )
    func `each difference has its sentence`(_ difference: RunDifference, _ words: String) {
        #expect(difference.sentence == words)
    }

    @Test func `a transfer's differences name the transfer`() {
        let name = Self.name
        let status = RunDifference.status(name, before: [200, 304], after: [0]).sentence
        #expect(status.hasSuffix(": the status was 200 or 304 and is now no answer."))
        let source = RunDifference.source(name, before: ["memory"], after: ["network"]).sentence
        #expect(source.hasSuffix(": the bytes came from memory and now come from network."))
        let body = RunDifference.body(name, before: [1000], after: [2000, 3000]).sentence
        #expect(body.contains(": the body had ") && body.contains(" or "))
        for sentence in [status, source, body] { #expect(sentence.contains("a.jpg"), "\(sentence)") }
    }
}
