import Testing
import VirtualTime

struct VirtualMachineErrorTests {
    @Test(arguments: [
        ("userspace - ptrace set fp regs failed, errno = 14; Kernel panic - not syncing", "build it again"),
        ("ptrace: no", "use real time (--clock real)"),
        ("mmap of the guest's memory failed", "needs room"),
    ])
    func `a crash with a known cause has advice`(words: String, advice: String) throws {
        let remedy = try #require(VirtualMachineError.crashed(words).remedy)
        #expect(remedy.contains(advice))
    }

    @Test
    func `any other crash has no advice`() {
        #expect(VirtualMachineError.crashed("Kernel panic - not syncing: no init found").remedy == nil)
    }
}
