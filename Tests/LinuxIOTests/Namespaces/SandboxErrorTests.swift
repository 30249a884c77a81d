import Glibc
import LinuxIO
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SandboxErrorTests {
    typealias MachineFacts = SandboxError.MachineFacts

    struct Row: Sendable {
        var errno: Int32
        var surroundings: MachineFacts
        var expected: SandboxError
    }

    static func refused(_ errno: Int32) -> SandboxError {
        .refused(SystemCallError("unshare", on: "user namespace", errno: errno))
    }

    static let rows = [
        Row(errno: EINVAL, surroundings: MachineFacts(threads: 4), expected: .threadsRunning(count: 4)),
        Row(errno: EINVAL, surroundings: MachineFacts(threads: 1), expected: .notBuiltIn),
        Row(
            errno: ENOSPC,
            surroundings: MachineFacts(threads: 1, mostUserNamespaces: 0),
            expected: .switchedOff(setting: "user.max_user_namespaces", value: 0, allowing: 10_000)
        ),
        Row(
            errno: EPERM,
            surroundings: MachineFacts(threads: 1, mostUserNamespaces: 9, unprivilegedClone: 0),
            expected: .switchedOff(setting: "kernel.unprivileged_userns_clone", value: 0, allowing: 1)
        ),
        Row(
            errno: EPERM,
            surroundings: MachineFacts(threads: 1, unprivilegedClone: 1, appArmorRestriction: 1),
            expected: .switchedOff(
                setting: "kernel.apparmor_restrict_unprivileged_userns",
                value: 1,
                allowing: 0
            )
        ),
        Row(
            errno: EPERM,
            surroundings: MachineFacts(threads: 1, mostUserNamespaces: 9, appArmorRestriction: 0),
            expected: refused(EPERM)
        ),
    ]

    @Test(arguments: rows)
    func `the cause of a refusal is diagnosed`(row: Row) {
        let error = SystemCallError("unshare", on: "user namespace", errno: row.errno)
        #expect(SandboxError(diagnosing: error, in: row.surroundings) == row.expected)
    }

    @Test func `a refusal names the setting and the command that changes it`() {
        let error = SandboxError.switchedOff(setting: "user.max_user_namespaces", value: 0, allowing: 10_000)
        #expect(error.reason == "user.max_user_namespaces is 0: ordinary users may not make namespaces here")
        #expect(error.remedy == "run as root, or allow it: sudo sysctl -w user.max_user_namespaces=10000")
        #expect(error.description == "\(error.reason); \(error.remedy)")
    }

    @Test func `a refusal because of threads reports their number`() {
        let reason = SandboxError.threadsRunning(count: 3).reason
        #expect(reason.hasSuffix("while the process has one thread, and it has 3"))
    }
}
