import RealTime
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct ContentionMonitorTests {
    /// A thread's windows, in order.
    private struct Story {
        var now = Instant.zero
        var ran: Nanoseconds = 0
        let window: Nanoseconds
        var crowd: ContentionMonitor

        init(_ patience: ContentionMonitor.Patience = .short) {
            window = patience.window
            crowd = ContentionMonitor(from: .zero, ran: 0, patience: patience)
        }

        /// One window with these percentages of sleeping and waiting, and running for the rest; true if the
        /// judgement changed.
        mutating func window(slept: Int64, waited: Int64) -> Bool {
            let percent = window / 100
            now = now + window
            ran += (100 - slept - waited) * percent
            crowd.slept(slept * percent)
            let ran = ran
            return crowd.review(at: now) { ran }
        }

        /// Number of quiet windows until the judgement changes; nil if it does not within a thousand seconds.
        mutating func quietWindows() -> Int? {
            for count in 1...40_000 where window(slept: 50, waited: 0) { return count }
            return nil
        }
    }

    @Test(
        arguments: [(ContentionMonitor.Patience.short, 4), (.long, 24)]
            as [(ContentionMonitor.Patience, Int64)]
    )
    func `a thread that runs or sleeps freely is not crowded`(
        patience: ContentionMonitor.Patience,
        waited: Int64
    ) {
        var story = Story(patience)
        for slept in [0, 30, 60, 90, 96] as [Int64] {
            let changed = story.window(slept: min(slept, 100 - waited), waited: waited)
            #expect(!changed)
            #expect(!story.crowd.isCrowded)
        }
    }

    @Test(
        arguments: [(ContentionMonitor.Patience.short, 6), (.long, 26)]
            as [(ContentionMonitor.Patience, Int64)]
    )
    func `a thread that waits longer than its patience is crowded`(
        patience: ContentionMonitor.Patience,
        waited: Int64
    ) {
        var story = Story(patience)
        let changed = story.window(slept: 30, waited: waited)
        #expect(changed)
        #expect(story.crowd.isCrowded)
    }

    @Test func `a crowded state lasts for a hold time that doubles when it recurs`() {
        var story = Story()
        var holds: [Nanoseconds?] = []
        for _ in 0..<6 {
            let began = story.window(slept: 0, waited: 40)
            #expect(began)
            holds.append(story.quietWindows().map { Nanoseconds($0) * story.window })
        }
        let first = ContentionMonitor.shortestHold
        #expect(
            holds == [
                first, 2 * first, 4 * first, 8 * first, ContentionMonitor.longestHold,
                ContentionMonitor.longestHold,
            ]
        )
    }

    @Test func `after a quiet period the hold time starts over`() {
        var story = Story()
        for _ in 0..<2 {
            let began = story.window(slept: 0, waited: 40)
            #expect(began)
            let quiet = story.quietWindows()
            #expect(quiet == Int(ContentionMonitor.shortestHold / story.window))
            for _ in 0..<1000 { _ = story.window(slept: 50, waited: 0) }
        }
    }

    @Test(arguments: [ContentionMonitor.Patience.short, .long])
    func `nothing is judged before a window has passed`(patience: ContentionMonitor.Patience) {
        var crowd = ContentionMonitor(from: .zero, ran: 0, patience: patience)
        let changed = crowd.review(at: Instant(nanoseconds: patience.window - 1)) {
            Issue.record("asked too early")
            return 0
        }
        #expect(!changed)
    }
}
