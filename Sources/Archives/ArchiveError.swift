package import JSON

/// Why a text is not an HTTP archive.
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    case notJSON(JSONSyntaxError)
    case noEntries
    case empty
    /// The text begins with something else than an object.
    case foreign
    /// The text ends before the first entry does.
    case cutOff

    package var description: String {
        switch self {
        case .notJSON(let error): "\(error)"
        case .empty: "error: this file is empty: an HTTP archive (HAR) is a JSON document"
        case .foreign:
            "error: this is not an HTTP archive: it is not a JSON object (export it as HAR from the browser or the proxy)"
        case .cutOff:
            "error: the archive ends before its first entry is complete: export it again, or copy it again"
        case .noEntries:
            "error: this is not an HTTP archive: `log.entries` is missing (export it as HAR from the browser or the proxy)"
        }
    }
}
