internal import CLinux
import Glibc

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
