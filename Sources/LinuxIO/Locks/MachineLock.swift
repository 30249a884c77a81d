internal import CLinux
import Glibc

/// One holder at a time on the whole machine, whoever the users are.
///
/// The lock is on a folder that everybody may read, so there is no file to make, to own or to leave behind. It is
/// released when the holder is dropped, and by the kernel when the process dies.
package struct MachineLock: ~Copyable, Sendable {
    package static let folder = "/tmp"

    private let descriptor: OwnedDescriptor

    private init(descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Takes the lock if it is free; nil where somebody holds it. Never waits.
    package static func attempt(on folder: String = folder) throws(SystemCallError) -> MachineLock? {
        let raw = try systemCall("open", on: folder) {
            netlab_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        }
        let descriptor = OwnedDescriptor(owning: raw)
        do {
            try systemCall("flock", on: folder) { flock(raw, LOCK_EX | LOCK_NB) }
        } catch  where error.errno == EWOULDBLOCK {
            return nil
        }
        return MachineLock(descriptor: descriptor)
    }
}
