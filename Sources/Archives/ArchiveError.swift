package import JSON

/// Why a text is not an HTTP archive.
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    case notJSON(JSONSyntaxError)
    case noEntries

    package var description: String {
        switch self {
        case .notJSON(let error): "\(error)"
        case .noEntries:
            "error: this is not an HTTP archive: `log.entries` is missing (export it as HAR from the browser or the proxy)"
        }
    }
}
