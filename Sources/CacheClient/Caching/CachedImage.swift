/// An image as a cache holds it: the bytes and the validator they came with, always together.
package struct CachedImage: Hashable, Sendable {
    package var bytes: [UInt8]
    /// As the origin sent it, quotes and weakness mark included; nil where it sent none.
    package var etag: String?

    package init(bytes: [UInt8], etag: String?) {
        self.bytes = bytes
        self.etag = etag
    }
}
