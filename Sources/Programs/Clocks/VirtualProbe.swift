import LinuxIO
package import VirtualTime
import Wire

/// Finds out by trial whether this machine can run something in virtual time.
package enum VirtualProbe {
    /// Time limit of the trial in nanoseconds.
    private static let patience: Int64 = 20_000_000_000

    /// Returns the kernel that worked.
    package static func run() throws(CommandFailure) -> VirtualKernel {
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
            "the guest kernel \(kernel.version) could not run `netlab --version`"
        )
    }
}
