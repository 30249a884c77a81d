import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ThreadTimingTests {
    /// The calling thread's timer slack in nanoseconds; nil if the kernel does not report it.
    private static func slack() -> Int? {
        // The path ends in the thread's number, which /proc accepts even though it lists only processes.
        guard let path = realpath("/proc/thread-self", nil) else { return nil }
        defer { free(path) }
        guard let number = String(cString: path).split(separator: "/").last,
            let file = fopen("/proc/\(number)/timerslack_ns", "r")
        else { return nil }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 32)
        return fgets(&text, Int32(text.count), file) == nil ? nil : atol(text)
    }

    @Test func `timer slack is per thread`() async throws {
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
