internal import CLinux
import Glibc

extension OwnedDescriptor {
    /// Creates or truncates a file for writing.
    static func creating(_ path: String, mode: UInt32) throws(SystemCallError) -> OwnedDescriptor {
        let opened = OwnedDescriptor(
            owning: try systemCall("open", on: path) {
                netlab_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
            }
        )
        // An existing file keeps its mode when it is opened, so set it. Do not change devices and pipes.
        var status = stat()
        try systemCall("fstat", on: path) { fstat(opened.raw, &status) }
        if status.st_mode & S_IFMT == S_IFREG {
            try systemCall("fchmod", on: path) { fchmod(opened.raw, mode) }
        }
        return opened
    }
}
