import LinuxIO
import Testing

@testable import Programs

@Suite struct GuestOverridesTests {
    @Test func `a guest gets its instructions in its environment`() {
        var environment = ProgramEnvironment.own
        GuestOverrides(date: 5, folder: nil, finished: "/tmp/list").add(to: &environment)
        let entries = environment.entries.map { String(decoding: $0, as: UTF8.self) }
        #expect(entries.contains("NETLAB_GUEST_FINISHED=/tmp/list"))
    }
}
