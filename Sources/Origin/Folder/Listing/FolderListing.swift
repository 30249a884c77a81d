import HTTP
import LinuxIO

/// A folder's contents, for people or for programs: folders first, then by name.
struct FolderListing: Sendable {
    struct Row: Hashable, Sendable {
        /// As text: invalid UTF-8 is replaced.
        var name: String
        /// In URL form, with a slash after a folder's name.
        var link: String
        /// nil for a folder.
        var size: Int?
        /// Nanoseconds since 1970.
        var modified: Int64
    }

    /// Maximum entries of one list; more are no use for this server.
    static let limit = 10_000

    /// With a slash at each end.
    let path: String
    /// Each folder on the way, from the top: as text, and as a link.
    let steps: [(name: String, link: String)]
    let rows: [Row]
    /// False if there are more than `limit`.
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

    /// True if the client prefers JSON to a page.
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
