import LinuxIO
import Synchronization

/// The folder that is served: the same one for as long as it is there. Where it was removed and its path has another one,
/// as when a build makes its output anew, that one.
final class FolderRoot: Sendable {
    private let latest: Mutex<FolderTree>

    init(_ tree: FolderTree) {
        latest = Mutex(tree)
    }

    var tree: FolderTree { latest.withLock { $0 } }

    /// Looks whether it is still there.
    func review() {
        let tree = tree
        guard tree.isRemoved, let next = try? FolderTree(tree.path) else { return }
        latest.withLock { $0 = next }
    }
}
