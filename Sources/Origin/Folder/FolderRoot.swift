import LinuxIO
import Synchronization

/// The folder that is served: the same one while it exists. If it was removed and its path has another one,
/// as when a build recreates its output, that one.
final class FolderRoot: Sendable {
    private let latest: Mutex<FolderTree>

    init(_ tree: FolderTree) {
        latest = Mutex(tree)
    }

    var tree: FolderTree { latest.withLock { $0 } }

    /// Checks whether it still exists.
    func review() {
        let tree = tree
        guard tree.isRemoved, let next = try? FolderTree(tree.path) else { return }
        latest.withLock { $0 = next }
    }
}
