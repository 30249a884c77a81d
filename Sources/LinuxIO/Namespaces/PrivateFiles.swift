internal import CLinux
import Glibc
import Synchronization

/// Files of the machine that this process, and every program that it starts, sees with a content of its own.
///
/// They are covered in a mount namespace, which is a matter of threads as `NetworkNamespace` is: threads started later
/// inherit it. The content is in memory and goes with the process, also where that is killed; nothing changes on the
/// machine.
package enum PrivateFiles {
    /// Where a new content is written before it covers its file: the kernel makes this folder on every machine, and
    /// nobody here reads it.
    private static let workshop = "/proc/driver"

    /// The files covered so far in each namespace that was entered, by the namespace's name.
    private static let covered = Mutex<[String: Set<String>]>([:])

    /// Moves the calling thread into a mount namespace of its own, for good. Entering again changes nothing.
    ///
    /// It takes the rights that `Sandbox.enter()` gives, and must happen before the process has its second thread, so
    /// that all of them see the same.
    package static func enter() throws(PrivateFilesError) {
        do {
            let before = try here()
            if covered.withLock({ $0[before] != nil }) { return }
            try systemCall("unshare", on: "mount namespace") { netlab_unshare_mounts() }
            try systemCall("mount", on: "/") { netlab_keep_mounts() }
            let entered = try here()
            covered.withLock { $0[entered] = [] }
        } catch {
            throw .refused(error)
        }
    }

    /// Covers the file, or the one that it links to, by a content that everybody in the namespace may read. A file that
    /// is covered already gets the new content.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(PrivateFilesError) {
        let namespace: String
        do { namespace = try here() } catch { throw .refused(error) }
        guard let known = covered.withLock({ $0[namespace] }) else { throw .notEntered }
        guard WholeFile.exists(path) else { throw .missing(path: path) }
        do throws(SystemCallError) {
            if known.contains(path) {
                try write(bytes, to: path)
            } else {
                try cover(path, with: bytes)
            }
        } catch {
            throw .refused(error)
        }
        covered.withLock { _ = $0[namespace]?.insert(path) }
    }

    private static func cover(_ path: String, with bytes: [UInt8]) throws(SystemCallError) {
        try systemCall("mount", on: workshop) { netlab_mount_memory(workshop) }
        defer { _ = netlab_detach_mount(workshop) }
        let source = "\(workshop)/content"
        try write(bytes, to: source)
        try systemCall("mount", on: path) { netlab_mount_over(path, source) }
    }

    /// Readable by everybody, whatever the user's mask: a program may change its user before it reads.
    private static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
        var file = try FileWriter(path: path, mode: 0o644)
        try file.append(bytes.span.bytes)
        try file.close()
    }

    /// The mount namespace of the calling thread, as the kernel names it.
    private static func here() throws(SystemCallError) -> String {
        let path = "/proc/thread-self/ns/mnt"
        var name = [UInt8](repeating: 0, count: 64)
        let count = try systemCall("readlink", on: path) { readlink(path, &name, name.count) }
        return String(decoding: name[..<count], as: UTF8.self)
    }
}
