import HTTP
import LinuxIO
import Wire

/// What tells one state of a file from another without reading it.
struct FileState: Hashable, Sendable {
    /// Younger changes may share their stamp with one to come: file systems count in ticks, some of two seconds.
    private static let settlingTime: Int64 = 2_000_000_000

    var size: Int
    /// Nanoseconds since 1970, both.
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

    /// The tag is made of all four: a file that was replaced has another inode, and one that was rewritten and given its
    /// old date another time of change, which nobody can set. It is strong, that is, equal tags mean equal bytes, only
    /// once the last change has settled. Else one more within the same tick would go unseen: a weak tag still saves a
    /// client its copy (304), but never lets it join parts of two states.
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

    /// True where whatever changes from now on shows.
    func isSettled(now: Int64) -> Bool { changed <= now - Self.settlingTime }

    /// Of all four.
    var digest: UInt64 {
        let words = [UInt64(size), UInt64(bitPattern: modified), UInt64(bitPattern: changed), inode]
        let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        return ContentDigest.of(bytes)
    }
}
