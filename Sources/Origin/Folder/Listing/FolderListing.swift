import HTTP
import LinuxIO

/// What is in a folder, for people or for programs: folders first, then by name.
struct FolderListing: Sendable {
    struct Row: Hashable, Sendable {
        /// As text: bytes that are no UTF-8 are replaced.
        var name: String
        /// As in a URL, with a slash behind a folder's.
        var link: String
        /// nil for a folder.
        var size: Int?
        /// Nanoseconds since 1970.
        var modified: Int64
    }

    /// Entries that one list has at most; who lists more has another use for a server.
    static let limit = 10_000

    /// With a slash at both ends.
    let path: String
    /// Each folder on the way, from the top: as text, and as a link.
    let steps: [(name: String, link: String)]
    let rows: [Row]
    /// False where there is more than `limit`.
    let isWhole: Bool

    init(_ path: FolderPath, rows: [Row], isWhole: Bool) {
        let names = path.components.map { String(decoding: $0, as: UTF8.self) }
        self.path = "/" + names.map { $0 + "/" }.joined()
        var link = "/"
        steps = zip(names, path.components).map { name, bytes in
            link += FolderPath.escaped(bytes) + "/"
            return (name, link)
        }
        self.rows = rows.sorted {
            ($0.size == nil ? 0 : 1, $0.name, $0.link) < ($1.size == nil ? 0 : 1, $1.name, $1.link)
        }
        self.isWhole = isWhole
    }

    /// True for who asks for JSON more than for a page.
    static func prefersJSON(_ fields: HTTPFields) -> Bool {
        guard let accepted = QualityList(fields, "Accept") else { return false }
        func quality(_ type: String) -> Int {
            accepted.members.first { $0.value == type }?.quality ?? 0
        }
        return quality("application/json") > quality("text/html")
    }
}

extension FolderListing.Row {
    init(_ entry: FolderEntry) {
        name = String(decoding: entry.name, as: UTF8.self)
        link = FolderPath.escaped(entry.name) + (entry.status.isFolder ? "/" : "")
        size = entry.status.isFolder ? nil : entry.status.size
        modified = entry.status.modified
    }
}
