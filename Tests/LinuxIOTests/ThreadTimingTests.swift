import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ThreadTimingTests {
    /// The calling thread's, in nanoseconds, as the kernel tells it; nil where it does not.
    private static func slack() -> Int? {
        // Ends in the thread's number, by which /proc knows it also where it lists only processes.
        guard let path = realpath("/proc/thread-self", nil) else { return nil }
        defer { free(path) }
        guard let number = String(cString: path).split(separator: "/").last,
            let file = fopen("/proc/\(number)/timerslack_ns", "r")
        else { return nil }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 32)
        return fgets(&text, Int32(text.count), file) == nil ? nil : atol(text)
    }

    @Test func `a thread's slack is its own`() async throws {
        let (before, after) = try await OwnThread.run {
            let before = Self.slack()
            ThreadTiming.dropSlack()
            return (before, Self.slack())
        }
        let other = try await OwnThread.run { Self.slack() }
        #expect(try #require(before) > 1)
        #expect(after == 1)
        #expect(other == before)
    }
}
