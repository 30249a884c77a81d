import Figures
import HTTP
import JSON
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

// MARK: JSON

extension FolderListing {
    var json: JSONValue {
        [
            "schema": "netlab.folder/1",
            "path": .string(path),
            "complete": .bool(isWhole),
            "entries": .array(rows.map(\.json)),
        ]
    }
}

extension FolderListing.Row {
    fileprivate var json: JSONValue {
        [
            "name": .string(name),
            "link": .string(link),
            "type": size == nil ? "folder" : "file",
            "bytes": size.map { .integer(Int64($0)) } ?? .null,
            "modified": .string(TimestampFormat.text(modified)),
        ]
    }
}

// MARK: HTML

extension FolderListing {
    /// One self-contained page.
    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(MarkupText.escaped(path))</title>
        <style>
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
        h1 { font-size: 1.25rem; overflow-wrap: anywhere }
        table { border-collapse: collapse; width: 100% }
        th { text-align: left; font-weight: normal; opacity: .6 }
        td, th { padding: .15rem .75rem .15rem 0 }
        td:first-child { overflow-wrap: anywhere }
        td:nth-child(n+2), th:nth-child(n+2) { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
        a { text-decoration: none }
        a:hover { text-decoration: underline }
        </style>
        </head>
        <body>
        <h1>\(heading)</h1>
        <table>
        <tr><th>Name</th><th>Size</th><th>Changed (UTC)</th></tr>
        \(body)
        </table>
        \(footer)</body>
        </html>

        """
    }

    /// The path, with a link for each folder.
    private var heading: String {
        #"<a href="/">/</a>"#
            + steps.map { #"<a href="\#($0.link)">\#(MarkupText.escaped($0.name))/</a>"# }.joined()
    }

    private var body: String {
        let up = steps.isEmpty ? [] : [#"<tr><td><a href="../">../</a></td><td></td><td></td></tr>"#]
        return (up + rows.map(Self.row)).joined(separator: "\n")
    }

    private static func row(_ row: Row) -> String {
        let name = MarkupText.escaped(row.name) + (row.size == nil ? "/" : "")
        let size = row.size.map(ByteFormat.text) ?? ""
        let date = TimestampFormat.text(row.modified).prefix(16).replacing("T", with: " ")
        return #"<tr><td><a href="\#(row.link)">\#(name)</a></td><td>\#(size)</td><td>\#(date)</td></tr>"#
    }

    private var footer: String {
        if !isWhole {
            return "<p>More than \(ByteFormat.grouped(Self.limit)) entries: the rest is not shown.</p>\n"
        }
        return rows.isEmpty ? "<p>Nothing is in this folder.</p>\n" : ""
    }
}
