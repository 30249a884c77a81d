import Glibc
import LinuxIO
import RealTime
import Testing

@Suite(
    .enabled(if: access(WakefulProcessors.path, R_OK | W_OK) == 0, "may not keep processors awake"),
    .timeLimit(.minutes(1))
)
struct WakefulProcessorsTests {
    /// The wake-up latency in force for all requests, in microseconds.
    private static func latency() throws -> Int32 {
        let file = try FileReader(WakefulProcessors.path)
        var bytes = [UInt8](repeating: 0, count: 4)
        try #require(try file.read(into: &bytes) == 4)
        return bytes.reversed().reduce(0) { $0 << 8 | Int32($1) }
    }

    @Test func `the kernel keeps processors out of sleep states while held`() throws {
        let held = WakefulProcessors.hold()
        let isHeld = held != nil
        #expect(isHeld)
        #expect(try Self.latency() == 0)
        withExtendedLifetime(held) {}
    }
}
