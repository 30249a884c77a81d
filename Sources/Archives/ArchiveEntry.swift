package import JSON
package import Wire

/// One exchange of an archive.
package struct ArchiveEntry: Hashable, Sendable {
    /// Nanoseconds since 1970; nil if the archive does not tell.
    package var started: Int64?
    package var duration: Nanoseconds?
    package var request: ArchiveRequest
    package var response: ArchiveResponse
    package var timings = ArchiveTimings()
    package var serverAddress: String?
    /// Exchanges of one connection have the same name.
    package var connection: String?
    /// The browser had the response cached.
    package var isFromCache = false
    /// What the tool says of a failure; nil if it says nothing.
    package var failure: String?
    /// The page that it belongs to; nil without one.
    package var page: String?
    /// What the format lacks.
    package var details: JSONValue?

    package init(started: Int64?, request: ArchiveRequest, response: ArchiveResponse) {
        self.started = started
        self.request = request
        self.response = response
    }
}
