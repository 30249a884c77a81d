internal import CLinux
import Glibc

/// What the file system knows of a file beside its bytes. Stamps count nanoseconds since 1970 and are never before it,
/// whatever the file system says: the time between two of them can always be held.
package struct FileStatus: Hashable, Sendable {
    package var isRegular: Bool
    package var isFolder: Bool
    package var size: Int
    package var used: Int64
    package var modified: Int64
    /// When anything of it changed last, its bytes or its stamps: nobody can set this one.
    package var changed: Int64
    package var inode: UInt64

    init(_ raw: stat) {
        isRegular = raw.st_mode & S_IFMT == S_IFREG
        isFolder = raw.st_mode & S_IFMT == S_IFDIR
        size = Int(raw.st_size)
        used = raw.st_atim.nanoseconds
        modified = raw.st_mtim.nanoseconds
        changed = raw.st_ctim.nanoseconds
        inode = UInt64(raw.st_ino)
    }

    /// Of the file itself where it is a link; nil where there is none.
    package init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Stamps a file, not what it links to; false where there is none, or it may not be.
    @discardableResult
    package static func stamp(_ path: String, used: Int64, modified: Int64) -> Bool {
        var times = [timespec(nanoseconds: used), timespec(nanoseconds: modified)]
        return utimensat(AT_FDCWD, path, &times, AT_SYMLINK_NOFOLLOW) == 0
    }
}

extension timespec {
    init(nanoseconds: Int64) {
        let (seconds, rest) = max(0, nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(tv_sec: Int(seconds), tv_nsec: Int(rest))
    }

    /// Anybody may stamp a file with any moment: one that cannot be held is the nearest that can.
    fileprivate var nanoseconds: Int64 {
        guard tv_sec >= 0 else { return 0 }
        let (whole, overflows) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carries) = whole.addingReportingOverflow(Int64(tv_nsec))
        return overflows || carries ? .max : sum
    }
}
