import Runs
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProcessorShortageTests {
    @Test func `a difference counts what was added since, never below zero`() {
        let later = ProcessorShortage(stolen: 500, waited: 70)
        #expect(
            later.since(ProcessorShortage(stolen: 200, waited: 70))
                == ProcessorShortage(stolen: 300, waited: 0)
        )
        // Counters of removed processors may decrease.
        #expect(later.since(ProcessorShortage(stolen: 501, waited: 0)).stolen == 0)
    }

    @Test func `a value missing on either side is unknown in the difference`() {
        let later = ProcessorShortage(stolen: 500)
        #expect(later.since(ProcessorShortage(waited: 3)) == ProcessorShortage())
        #expect(later.since(ProcessorShortage(stolen: 100, waited: 3)) == ProcessorShortage(stolen: 400))
    }
}
