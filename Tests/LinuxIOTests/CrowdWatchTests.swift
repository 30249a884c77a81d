import LinuxIO
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct CrowdWatchTests {
    /// A thread's windows, one after the other.
    private struct Story {
        var now = Instant.zero
        var ran: Nanoseconds = 0
        var crowd = CrowdWatch(from: .zero, ran: 0)

        /// One window in which it slept and waited so many per cent, and ran the rest; true where the judgement changed.
        mutating func window(slept: Int64, waited: Int64) -> Bool {
            let percent = CrowdWatch.window / 100
            now = now + CrowdWatch.window
            ran += (100 - slept - waited) * percent
            crowd.slept(slept * percent)
            let ran = ran
            return crowd.review(at: now) { ran }
        }

        /// So many quiet windows until the judgement changes; nil where it does not within a thousand seconds.
        mutating func quietWindows() -> Int? {
            for count in 1...40_000 where window(slept: 50, waited: 0) { return count }
            return nil
        }
    }

    @Test func `a thread that runs or sleeps as it likes is not crowded`() {
        var story = Story()
        for slept in [0, 30, 60, 90, 96] as [Int64] {
            let changed = story.window(slept: slept, waited: 4)
            #expect(!changed)
            #expect(!story.crowd.isCrowded)
        }
    }

    @Test func `a thread that waits is crowded, for a while, and for longer where that proves true again`() {
        var story = Story()
        var holds: [Nanoseconds?] = []
        for _ in 0..<6 {
            let began = story.window(slept: 0, waited: 40)
            #expect(began)
            holds.append(story.quietWindows().map { Nanoseconds($0) * CrowdWatch.window })
        }
        let first = CrowdWatch.shortestHold
        #expect(
            holds == [first, 2 * first, 4 * first, 8 * first, CrowdWatch.longestHold, CrowdWatch.longestHold]
        )
    }

    @Test func `after a quiet time it begins anew`() {
        var story = Story()
        for _ in 0..<2 {
            let began = story.window(slept: 0, waited: 40)
            #expect(began)
            let quiet = story.quietWindows()
            #expect(quiet == Int(CrowdWatch.shortestHold / CrowdWatch.window))
            for _ in 0..<1000 { _ = story.window(slept: 50, waited: 0) }
        }
    }

    @Test func `nothing is judged before a window has passed`() {
        var crowd = CrowdWatch(from: .zero, ran: 0)
        let changed = crowd.review(at: Instant(nanoseconds: CrowdWatch.window - 1)) {
            Issue.record("asked too early")
            return 0
        }
        #expect(!changed)
    }
}
