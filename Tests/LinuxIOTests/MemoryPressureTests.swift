import Testing

@testable import LinuxIO

@Suite(.timeLimit(.minutes(1)))
struct MemoryPressureTests {
    private static let isTold = (try? MemoryPressure()) != nil

    @Test(.enabled(if: isTold, "this kernel does not tell of memory pressure, or not this user"))
    func `waiting for a memory shortage can be interrupted`() throws {
        let pressure = try MemoryPressure()
        let wakeUp = try WakeUp()
        wakeUp.ring()
        let isShort = pressure.wait(unless: wakeUp)
        #expect(!isShort)
    }

    @Test(
        arguments: [
            ("0::/user.slice/a.scope\n", "/sys/fs/cgroup/user.slice/a.scope/memory.pressure"),
            ("1:cpu:/x\n0::/b\n", "/sys/fs/cgroup/b/memory.pressure"), ("0::/\n", nil),
            ("4:memory:/x\n0::/", nil), ("", nil),
        ] as [(String, String?)]
    )
    func `the process's own cgroup is used unless it is the root`(groups: String, path: String?) {
        #expect(MemoryPressure.ofGroup(groups) == path)
    }
}
