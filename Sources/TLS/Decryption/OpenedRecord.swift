package import Wire

/// What a record turned out to hold.
package struct OpenedRecord: Hashable, Sendable {
    package var contentType: TLSContentType
    /// How many bytes of content stand at the buffer's front.
    package var length: Int
}
