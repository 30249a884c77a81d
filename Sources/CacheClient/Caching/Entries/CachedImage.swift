internal import HTTP

/// An image as a cache holds it: the bytes and their head, always together.
///
/// One reference to immutable values, so that a hit costs one reference count, whatever its size.
package struct CachedImage: CachedValue, Hashable, Sendable {
    private final class Contents: Sendable {
        let bytes: [UInt8]
        let head: CachedHead

        init(_ bytes: [UInt8], _ head: CachedHead) {
            self.bytes = bytes
            self.head = head
        }
    }

    private let contents: Contents

    package init(bytes: [UInt8], head: CachedHead) {
        contents = Contents(bytes, head)
    }

    /// Makes an image of which only the validator is known.
    package init(bytes: [UInt8], etag: String?) {
        let fields = etag.map { ["ETag": $0] as HTTPFields } ?? HTTPFields()
        self.init(bytes: bytes, head: CachedHead(fields: fields))
    }

    package var bytes: [UInt8] { contents.bytes }
    package var head: CachedHead { contents.head }
    package var cost: Int { contents.bytes.count }
    /// As the origin sent it, quotes and weakness mark included; nil if it sent none.
    package var etag: String? { contents.head.etag }

    /// The same bytes with the origin's new fields.
    package func confirmed(by confirmation: Confirmation) -> CachedImage {
        CachedImage(bytes: bytes, head: head.confirmed(by: confirmation))
    }

    package static func == (one: CachedImage, other: CachedImage) -> Bool {
        one.contents === other.contents || (one.head == other.head && one.bytes == other.bytes)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        hasher.combine(bytes)
    }
}
