package import HTTP

/// A response of an archive.
package struct ArchiveResponse: Hashable, Sendable {
    /// 0 if none came.
    package var status: Int
    package var version = ""
    package var fields: [HTTPField] = []
    /// nil if unknown.
    package var headerBytes: Int?
    /// The body as transferred; nil if unknown.
    package var bodyBytes: Int?
    /// The body's size without compression; nil if unknown.
    package var decodedBytes: Int?
    /// Bytes that compression saved; nil if unknown.
    package var savedBytes: Int?
    package var mediaType: String?
    /// The body without compression; nil if the archive lacks it or has only a part.
    package var content: [UInt8]?

    package init(status: Int) {
        self.status = status
    }

    /// Whether the body was compressed.
    package var isPacked: Bool {
        fields.contains {
            $0.name.lowercased() == "content-encoding" && $0.value.lowercased() != "identity"
        }
    }
}
