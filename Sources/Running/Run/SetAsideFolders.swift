import LinuxIO
package import Programs

/// Folders of runs whose figures cannot be trusted, out of the way while the runs are made again, so that one result is
/// left where the user expects it.
package struct SetAsideFolders {
    private static let ending = "-untrusted"

    private let roots: [String]

    /// Takes the folders out of the way.
    package init(_ roots: [String]) throws(CommandFailure) {
        var moved: [String] = []
        for root in roots {
            do throws(SystemCallError) {
                try WholeFile.rename(root, to: root + Self.ending)
                moved.append(root)
            } catch {
                Self.putBack(moved)
                throw CommandFailure(.failed, "the run in \(root) cannot be repeated: \(error)")
            }
        }
        self.roots = moved
    }

    /// Removes them: their runs were made again.
    package func remove() {
        for root in roots { Folder.removeWhole(root + Self.ending) }
    }

    /// They are the only results that there are.
    package func putBack() { Self.putBack(roots) }

    private static func putBack(_ roots: [String]) {
        for root in roots {
            // Whatever the second attempt left there has no result.
            Folder.removeWhole(root)
            try? WholeFile.rename(root + ending, to: root)
        }
    }
}
