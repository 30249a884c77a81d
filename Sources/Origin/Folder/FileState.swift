import HTTP
import LinuxIO
import Wire

/// Distinguishes one state of a file from another without reading it.
struct FileState: Hashable, Sendable {
    /// Younger changes may share their stamp with a later one: file systems count in ticks, some of two
    /// seconds.
    private static let settlingTime: Int64 = 2_000_000_000

    var size: Int
    /// Both in nanoseconds since 1970.
    var modified: Int64
    var changed: Int64
    var inode: UInt64

    init(size: Int, modified: Int64, changed: Int64, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
    }

    init(_ status: FileStatus) {
        self.init(size: status.size, modified: status.modified, changed: status.changed, inode: status.inode)
    }

    /// The tag is made of all four. A replaced file has another inode. A file that was rewritten and given
    /// its old date has another time of change, which nobody can set. The tag is strong (equal tags mean
    /// equal bytes) only once the last change has settled, because another change within the same tick would
    /// go unseen. A weak tag still saves a client its copy (304), but never lets it join parts of two states.
    func validators(_ kind: FolderSettings.Validators, now: Int64) -> Validators {
        let lastModified = HTTPDate(
            secondsSince1970: min(modified, now).flooredDivision(by: 1_000_000_000).quotient
        )
        guard kind != .none else { return Validators(lastModified: lastModified) }
        let isWeak = kind == .weak || !isSettled(now: now)
        return Validators(
            tag: EntityTag(ContentDigest.text(digest), isWeak: isWeak),
            lastModified: lastModified
        )
    }

    /// True if every change from now on will be visible.
    func isSettled(now: Int64) -> Bool { changed <= now - Self.settlingTime }

    /// Digest of all four.
    var digest: UInt64 {
        let words = [UInt64(size), UInt64(bitPattern: modified), UInt64(bitPattern: changed), inode]
        let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        return ContentDigest.of(bytes)
    }
}
