import HTTP
package import Logs
import ScenarioFormat

/// A request for something that a bench's origin does not have.
package struct UnmatchedRequest: Hashable, Sendable {
    package var method: String
    /// The decoded path, without the leading slash.
    package var path: String
    /// The file that was probably meant; nil if none is near.
    package var nearest: String?

    /// nil if the request's path is one of the `files`, or if it was answered with something else than 404.
    package init?(_ entry: OriginLogEntry, files: Set<String>) {
        guard entry.status == 404 else { return nil }
        let target = entry.target.prefix { $0 != "?" }
        let path = PercentEncoding.decoded(target.drop { $0 == "/" }) ?? String(target)
        guard !files.contains(path) else { return nil }
        method = entry.method
        self.path = path
        nearest = Spelling.nearest(to: path, among: files.sorted())
    }
}
