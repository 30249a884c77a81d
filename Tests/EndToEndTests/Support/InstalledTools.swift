import TestSupport

/// Programs that some tests need, and that not every machine has.
enum InstalledTools {
    static func has(_ name: String) -> Bool {
        let found = try? Program("/bin/sh", ["-c", "command -v \(name)"], in: "/").run()
        return found?.status == 0
    }
}
