import Foundation
import TestSupport

/// Guest kernels on this machine: of each version the last built, which netlab takes.
enum InstalledKernels {
    static let folder: String = {
        let environment = ProcessInfo.processInfo.environment
        let cache = environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? "")/.cache"
        return "\(cache)/netlab/kernels"
    }()

    static let names: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let built = names.compactMap { name -> (name: String, date: Date)? in
            let file = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)/linux")
            return (file?[.modificationDate] as? Date).map { (name, $0) }
        }
        let versions = Dictionary(grouping: built) {
            $0.name[..<($0.name.lastIndex(of: "-") ?? $0.name.endIndex)]
        }
        return versions.values.compactMap { kernels in kernels.max { $0.date < $1.date }?.name }.sorted()
    }()

    /// The processes of guest kernels that a program began. Guests of other tests run at the same time.
    static func guests(of program: Int32) throws -> String {
        try Program("/bin/sh", ["-c", "pgrep -f '[n]etlab-guest-\(program)-' | tr '\\n' ' '"]).run().output
    }
}
