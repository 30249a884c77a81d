import LinuxIO
import VirtualTime
import Wire

/// Whether something can be run in virtual time here: found out by doing it.
enum VirtualProbe {
    /// What is tried must have ended by then, in nanoseconds.
    private static let patience: Int64 = 20_000_000_000

    /// The kernel that it went on.
    static func run() throws(CommandFailure) -> VirtualKernel {
        let kernel = try GuestKernels.named([])[0]
        let program = Executable.path ?? "netlab"
        let order = GuestOrder(
            words: [program, "--version"].map { Array($0.utf8) },
            environment: [],
            folder: [UInt8(ascii: "/")]
        )
        do throws(VirtualMachineError) {
            let machine = try VirtualMachine(kernel, order)
            let clock = RunClock()
            while clock.now() - .zero < patience {
                if try machine.news(waitingFor: -1).status == 0 { return kernel }
            }
        } catch {
            throw CommandFailure(.failed, "\(error)", advice: error.remedy)
        }
        throw CommandFailure(
            .failed,
            "the guest kernel \(kernel.version) did not get through `netlab --version`"
        )
    }
}
