internal import CLinux
import Glibc

extension OwnedDescriptor {
    /// Creates or truncates a file for writing.
    static func creating(
        _ path: String,
        mode: UInt32,
        followsLinks: Bool = true
    ) throws(SystemCallError) -> OwnedDescriptor {
        let links = followsLinks ? 0 : O_NOFOLLOW
        let opened = OwnedDescriptor(
            owning: try systemCall("open", on: path) {
                netlab_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | links, mode)
            }
        )
        do throws(SystemCallError) {
            try setMode(of: opened.raw, path, mode)
        } catch {
            WholeFile.removeEmpty(path)
            throw error
        }
        return opened
    }

    /// An existing file keeps its mode when it is opened, so set it. Does not change devices and pipes. Some file
    /// systems refuse every change.
    private static func setMode(of raw: Int32, _ path: String, _ mode: UInt32) throws(SystemCallError) {
        var status = stat()
        try systemCall("fstat", on: path) { fstat(raw, &status) }
        if status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o777 != mode {
            try systemCall("fchmod", on: path) { fchmod(raw, mode) }
        }
    }
}
