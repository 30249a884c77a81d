import LinuxIO
package import Programs

/// A file by which a command inside a guest tells the one outside which folders it has filled.
package struct GuestResultFile: ~Copyable {
    /// Longer lists were not written by a run.
    private static let mostBytes = 1 << 24

    package let path: String

    package init() throws(CommandFailure) {
        path = "/tmp/netlab-finished-\(RunClock.wall())"
        do throws(SystemCallError) {
            try WholeFile.writeNew(path, [])
        } catch {
            throw CommandFailure(.failed, "the file for the guest's results cannot be created: \(error)")
        }
    }

    deinit {
        WholeFile.remove(path)
    }

    /// The folders, in the order in which they were finished.
    package var roots: [String] {
        guard let bytes = try? WholeFile.read(path, limit: Self.mostBytes) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
