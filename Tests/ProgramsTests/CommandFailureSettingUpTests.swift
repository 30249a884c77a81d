import LinuxIO
import Testing

@testable import Programs

struct CommandFailureSettingUpTests {
    private struct OwnWords: Error, CustomStringConvertible {
        var description: String { "no port is free" }
    }

    @Test func `a failed call names its purpose, and a descriptor shortage gets advice`() {
        let shortage = CommandFailure.settingUp("the proxy", SystemCallError("eventfd", errno: 24))
        #expect(shortage.status == .failed)
        #expect(shortage.message == "the proxy cannot be set up: eventfd: Too many open files")
        #expect(shortage.advice?.contains("ulimit -n") == true)
        let other = CommandFailure.settingUp("the server", SystemCallError("epoll_ctl", errno: 28))
        #expect(other.message == "the server cannot be set up: epoll_ctl: No space left on device")
        #expect(other.advice == nil)
    }

    @Test func `a failure with its own message keeps it`() {
        #expect(CommandFailure.settingUp("the proxy", OwnWords()).message == "no port is free")
        let usage = CommandFailure(.wrongUsage, "*.example.com has no line of its own")
        #expect(CommandFailure.settingUp("the proxy", usage) == usage)
    }
}
