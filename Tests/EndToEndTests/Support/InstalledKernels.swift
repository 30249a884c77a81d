import TestSupport
import VirtualTime

/// Guest kernels on this machine, as netlab finds them.
enum InstalledKernels {
    static let all = VirtualKernel.installed()

    /// The folder with the newest one's; empty if there is none.
    static var folder: String {
        (all.first?.path ?? "").split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
    }

    /// The processes of guest kernels that a program began. Guests of other tests run at the same time.
    static func guests(of program: Int32) throws -> String {
        try Program("/bin/sh", ["-c", "pgrep -f '[n]etlab-guest-\(program)-' | tr '\\n' ' '"]).run().output
    }
}
