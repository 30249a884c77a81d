internal import CLinux
import Glibc
import Synchronization

/// Files of the machine that this process and its children see with different contents.
///
/// They are covered in a mount namespace, which belongs to threads like `NetworkNamespace`: threads started
/// later inherit it. The contents are in memory and disappear with the process, even if it is killed; the
/// machine is not changed.
package enum PrivateFiles {
    /// Folder in which new contents are written before they cover a file. The kernel creates this folder on
    /// every machine, and nothing in the namespace reads it.
    private static let mountPoint = "/proc/driver"

    /// The files covered in each namespace entered so far, by the namespace's name.
    private static let covered = Mutex<[String: Set<String>]>([:])

    /// Moves the calling thread permanently into its own mount namespace. Entering again changes nothing.
    ///
    /// Needs the rights that `Sandbox.enter()` gives. Must happen before the process has a second thread, so
    /// that all threads see the same files.
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

    /// Covers the file, or the target of a link, with contents that every program in the namespace may read.
    /// Works again on a covered file.
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

    /// False if the calling thread is in the machine's own namespace.
    private static var isEntered: Bool {
        guard let name = try? here() else { return false }
        return covered.withLock { $0[name] != nil }
    }

    private static func cover(_ path: String, with bytes: [UInt8]) throws(SystemCallError) {
        try systemCall("mount", on: mountPoint) { netlab_mount_memory(mountPoint) }
        defer { _ = netlab_detach_mount(mountPoint) }
        let source = "\(mountPoint)/content"
        try write(bytes, to: source)
        try systemCall("mount", on: path) { netlab_mount_over(path, source) }
    }

    /// Readable by everybody despite the umask, since a program may change its user before it reads.
    private static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
        var file = try FileWriter(path: path, mode: 0o644)
        try file.append(bytes.span.bytes)
        try file.close()
    }

    /// The mount namespace of the calling thread, by the kernel's name for it.
    private static func here() throws(SystemCallError) -> String {
        let path = "/proc/thread-self/ns/mnt"
        var name = [UInt8](repeating: 0, count: 64)
        let count = try systemCall("readlink", on: path) { readlink(path, &name, name.count) }
        return String(decoding: name[..<count], as: UTF8.self)
    }
}

// MARK: Folders

extension PrivateFiles {
    /// Covers the folder, or the target of a link, with one in memory that shows the same things, apart from
    /// `names`: the caller may write these anew. What is written there is seen in this namespace alone, and
    /// disappears with it.
    package static func cover(
        folder path: String,
        without names: (String) -> Bool
    ) throws(PrivateFilesError) {
        guard isEntered else { throw .notEntered }
        guard Folder.exists(path) else { throw .missing(path: path) }
        do throws(SystemCallError) {
            let shown = try Folder.files(in: path).filter { !names($0.name) }
            // The folder below stays reachable through its descriptor.
            let below = OwnedDescriptor(
                owning: try systemCall("open", on: path) { netlab_open(path, O_PATH | O_CLOEXEC, 0) }
            )
            try systemCall("mount", on: path) { netlab_mount_memory(path) }
            do throws(SystemCallError) {
                for (name, status) in shown {
                    let source = "/proc/thread-self/fd/\(below.raw)/\(name)"
                    try show(source, as: "\(path)/\(name)", isFolder: status.isFolder)
                }
            } catch {
                uncover(folder: path)
                throw error
            }
        } catch {
            throw .refused(error)
        }
    }

    /// Shows the folder as it is again.
    package static func uncover(folder path: String) {
        _ = netlab_detach_mount(path)
    }

    /// A link leads where it leads from the folder below. One to nothing is left out.
    private static func show(_ source: String, as path: String, isFolder: Bool) throws(SystemCallError) {
        guard WholeFile.exists(source) else { return }
        if isFolder || Folder.exists(source) {
            try Folder.make(path, mode: 0o755)
        } else {
            try WholeFile.write(path, [], mode: 0o644)
        }
        try systemCall("mount", on: path) { netlab_mount_over(path, source) }
    }
}
