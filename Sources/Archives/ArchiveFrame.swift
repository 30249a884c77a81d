import Figures
import JSON
import Wire

/// The text around an archive's entries, for writers that append one after the other.
package enum ArchiveFrame {
    /// What precedes the entries. `comment` says where they are from. `began` is when they began, in nanoseconds since
    /// 1970, for readers that want a page; no entry refers to it.
    package static func opening(comment: String, began: Int64? = nil) -> String {
        let creator: JSONValue = ["name": "netlab", "version": NetlabVersion.text.json]
        let pages = began.map { [page(comment, $0)] } ?? []
        return #"{"log":{"version":"1.2","creator":\#(creator.line),"comment":\#(comment.json.line),"#
            + #""pages":\#(JSONValue.array(pages).line),"entries":["# + "\n"
    }

    private static func page(_ title: String, _ began: Int64) -> JSONValue {
        [
            "startedDateTime": TimestampFormat.text(began).json, "id": "session", "title": title.json,
            "pageTimings": [:],
        ]
    }

    /// Between two entries.
    package static let separator = ",\n"
    /// What follows the last entry.
    package static let closing = "\n]}}\n"

    /// A whole archive of entries, each a JSON text.
    package static func archive(_ entries: [String], comment: String, began: Int64? = nil) -> [UInt8] {
        Array((opening(comment: comment, began: began) + entries.joined(separator: separator) + closing).utf8)
    }
}
