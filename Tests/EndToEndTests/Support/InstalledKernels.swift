import Foundation
import TestSupport

/// Guest kernels on this machine.
enum InstalledKernels {
    static let folder: String = {
        let environment = ProcessInfo.processInfo.environment
        let cache = environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? "")/.cache"
        return "\(cache)/netlab/kernels"
    }()

    static let names: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/linux") }
    }()

    /// The processes of guest kernels that a program began. Guests of other tests run at the same time.
    static func guests(of program: Int32) throws -> String {
        try Program("/bin/sh", ["-c", "pgrep -f '[n]etlab-guest-\(program)-' | tr '\\n' ' '"]).run().output
    }
}
