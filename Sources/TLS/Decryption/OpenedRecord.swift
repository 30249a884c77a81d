package import Wire

/// Result of opening a record.
package struct OpenedRecord: Hashable, Sendable {
    package var contentType: TLSContentType
    /// Bytes of content at the buffer's front.
    package var length: Int
}
