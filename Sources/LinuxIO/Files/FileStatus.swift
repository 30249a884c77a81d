internal import CLinux
import Glibc

/// Metadata of a file. Stamps are nanoseconds since 1970, clamped to be non-negative, so that differences
/// between them never overflow.
package struct FileStatus: Hashable, Sendable {
    package var isRegular: Bool
    package var isFolder: Bool
    package var size: Int
    package var used: Int64
    package var modified: Int64
    /// The last change of the file's bytes or stamps, which no program can set.
    package var changed: Int64
    package var inode: UInt64
    /// Nobody but its owner, and root, may read or change it.
    package var isClosedToOthers: Bool
    /// It belongs to this process's user, and nobody else may read or change it.
    package var isPrivate: Bool
    /// Every user may read it, if its folders allow.
    package var isReadableByAll: Bool

    init(_ raw: stat) {
        isRegular = raw.st_mode & S_IFMT == S_IFREG
        isFolder = raw.st_mode & S_IFMT == S_IFDIR
        size = Int(raw.st_size)
        used = raw.st_atim.nanoseconds
        modified = raw.st_mtim.nanoseconds
        changed = raw.st_ctim.nanoseconds
        inode = UInt64(raw.st_ino)
        isReadableByAll = raw.st_mode & 0o004 != 0
        isClosedToOthers = raw.st_mode & 0o077 == 0
        isPrivate = raw.st_uid == geteuid() && isClosedToOthers
    }

    /// Status of the file itself if it is a link; nil if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Sets the stamps of a file, not of a link's target; false if there is none or it is not allowed.
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

    /// Files may carry any stamp. One out of range becomes the nearest valid one.
    fileprivate var nanoseconds: Int64 {
        guard tv_sec >= 0 else { return 0 }
        let (whole, overflows) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carries) = whole.addingReportingOverflow(Int64(tv_nsec))
        return overflows || carries ? .max : sum
    }
}
