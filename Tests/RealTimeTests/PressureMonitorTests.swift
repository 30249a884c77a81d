import RealTime
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct PressureMonitorTests {
    /// A machine's windows, in order.
    private struct Story {
        var now = Instant.zero
        var waited: Nanoseconds = 7
        var watch = PressureMonitor()

        /// The judgement after these windows, in which threads waited this percentage of the time.
        mutating func judged(waited share: Nanoseconds, windows: Int64 = 1) -> Bool {
            now = now + windows * PressureMonitor.window
            waited += windows * PressureMonitor.window / 100 * share
            let waited = waited
            watch.review(at: now) { waited }
            return watch.isHigh
        }
    }

    @Test func `pressure is high when threads waited for a fifth of a window`() {
        var story = Story()
        // The first window has no beginning.
        let judged = [100, 0, 20, 21, 100, 5].map { story.judged(waited: $0) }
        #expect(judged == [false, false, false, true, true, false])
    }

    @Test func `after a pause the time before it is not judged`() {
        var story = Story()
        let judged = [(100, 1), (100, 1), (100, 2), (100, 1)].map { story.judged(waited: $0, windows: $1) }
        #expect(judged == [false, true, false, true])
    }

    @Test func `the kernel is queried only at the ends of windows`() {
        var (watch, asked) = (PressureMonitor(), 0)
        for step in 0..<100 {
            watch.review(at: Instant(nanoseconds: Nanoseconds(step) * PressureMonitor.window / 10)) {
                asked += 1
                return 0
            }
        }
        #expect(asked == 10)
    }

    @Test func `the judgement stays if the kernel gives no value`() {
        var story = Story()
        _ = story.judged(waited: 100)
        _ = story.judged(waited: 100)
        story.watch.review(at: story.now + PressureMonitor.window) { nil }
        #expect(story.watch.isHigh)
    }
}
