internal import CLinux
import Glibc

/// A lock of a folder that any number of processes hold at a time. The last of them can find out that it is the
/// last. Dropping the holder releases it; so does the kernel when the process dies.
package struct SharedLock: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    private init(descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Waits while a process holds the folder alone, which takes no time.
    package static func take(_ folder: String) throws(SystemCallError) -> SharedLock {
        let raw = try systemCall("open", on: folder) {
            netlab_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        }
        let descriptor = OwnedDescriptor(owning: raw)
        try systemCall("flock", on: folder) { flock(raw, LOCK_SH) }
        return SharedLock(descriptor: descriptor)
    }

    /// True if nobody else holds it, and nobody can until this holder is dropped.
    package func isLast() -> Bool { flock(descriptor.raw, LOCK_EX | LOCK_NB) == 0 }
}
