internal import CLinux
import Glibc

/// A lock with one holder at a time on the whole machine, across users.
///
/// It locks a folder that everybody can read, so no file must be created, owned or removed. Dropping the
/// holder releases it; so does the kernel when the process dies.
package struct MachineLock: ~Copyable, Sendable {
    package static let folder = "/tmp"

    private let descriptor: OwnedDescriptor

    private init(descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Takes the lock if it is free; nil if it is held. Never waits.
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
