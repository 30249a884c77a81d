import JSON
import Wire

/// The text around an archive's entries, for writers that append one after the other.
package enum ArchiveFrame {
    /// What precedes the entries. `comment` says where they are from.
    package static func opening(comment: String) -> String {
        let creator: JSONValue = ["name": "netlab", "version": NetlabVersion.text.json]
        return #"{"log":{"version":"1.2","creator":\#(creator.line),"comment":\#(comment.json.line),"#
            + #""pages":[],"entries":["# + "\n"
    }

    /// Between two entries.
    package static let separator = ",\n"
    /// What follows the last entry.
    package static let closing = "\n]}}\n"

    /// A whole archive of entries, each a JSON text.
    package static func archive(_ entries: [String], comment: String) -> [UInt8] {
        Array((opening(comment: comment) + entries.joined(separator: separator) + closing).utf8)
    }
}
