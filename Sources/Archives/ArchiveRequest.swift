package import HTTP

/// A request of an archive.
package struct ArchiveRequest: Hashable, Sendable {
    package var method: String
    package var url: String
    package var version = ""
    package var fields: [HTTPField] = []
    /// nil if unknown.
    package var headerBytes: Int?
    package var bodyBytes: Int?
    /// nil if the archive lacks it.
    package var content: [UInt8]?

    package init(method: String, url: String) {
        self.method = method
        self.url = url
    }

    package var mediaType: String? { fields.value(of: "content-type") }
}
