internal import CLinux
import Glibc

/// A lock with one holder at a time on the whole machine, across users.
///
/// It locks a place that everybody can read, so no file must be created, owned or removed. Dropping the
/// holder releases it; so does the kernel when the process dies.
package struct MachineLock: ~Copyable, Sendable {
    /// The machine's clock is one file in all containers, whatever they have for `/tmp`: none gets a time namespace of its
    /// own unless it asks for it.
    private static let clock = "/proc/self/ns/time"
    /// For kernels before 5.6, and containers without `/proc`.
    private static let folder = "/tmp"

    private let descriptor: OwnedDescriptor

    private init(descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Takes the machine's lock if it is free; nil if it is held. Never waits.
    package static func attempt() throws(SystemCallError) -> MachineLock? {
        do {
            return try attempt(on: clock)
        } catch {
            return try attempt(on: folder)
        }
    }

    /// Who holds the machine's lock now; nil if nobody does, or if that cannot be seen.
    package static func holder() -> MachineHolder? {
        MachineHolder.found(on: clock) ?? MachineHolder.found(on: folder)
    }

    /// Takes the lock of a folder or a file if it is free; nil if it is held. Never waits.
    package static func attempt(on place: String) throws(SystemCallError) -> MachineLock? {
        do throws(SystemCallError) {
            return try lock(place, LOCK_EX | LOCK_NB)
        } catch  where error.errno == EWOULDBLOCK {
            return nil
        }
    }

    /// Takes the lock of a folder or a file, and waits while another process has it. For locks that are held for
    /// moments.
    package static func take(_ place: String) throws(SystemCallError) -> MachineLock {
        try lock(place, LOCK_EX)
    }

    private static func lock(_ place: String, _ operation: Int32) throws(SystemCallError) -> MachineLock {
        let raw = try systemCall("open", on: place) { netlab_open(place, O_RDONLY | O_CLOEXEC, 0) }
        let descriptor = OwnedDescriptor(owning: raw)
        try systemCall("flock", on: place) { flock(raw, operation) }
        return MachineLock(descriptor: descriptor)
    }
}
