import LinuxIO
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MemoryPressureTests {
    private static let isTold = (try? MemoryPressure()) != nil

    @Test(.enabled(if: isTold, "this kernel does not tell of memory pressure, or not this user"))
    func `who waits for a shortage of memory can be woken`() throws {
        let pressure = try MemoryPressure()
        let wakeUp = try WakeUp()
        wakeUp.ring()
        let isShort = pressure.wait(unless: wakeUp)
        #expect(!isShort)
    }
}
