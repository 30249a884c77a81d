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

    /// Guest kernels that are running.
    static func running() throws -> String {
        try Program("/bin/sh", ["-c", "pgrep -f '[l]inux mem=' | tr '\\n' ' '"]).run().output
    }
}
