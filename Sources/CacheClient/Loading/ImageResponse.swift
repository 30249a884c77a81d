/// The result of a load.
public struct ImageResponse: Sendable {
    /// Where the bytes came from.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// The memory cache, without a request.
        case memory
        /// The disk cache, without a request.
        case disk
        /// A cache, after the origin confirmed that the image is still valid.
        case revalidated
        /// The origin.
        case network
        /// The request's own provider.
        case provider
        /// None: there was no answer.
        case none
    }

    /// A cache.
    public enum Tier: String, Hashable, Sendable, CaseIterable {
        /// The memory cache.
        case memory
        /// The disk cache.
        case disk
    }

    /// The image; the body of an error response if the origin sent one; empty if nothing came.
    public var bytes: [UInt8]
    /// The image's validator, as the origin sent it.
    public var etag: String?
    /// Where the bytes came from.
    public var source: Source
    /// The cache that held the hit or the revalidated image.
    public var tier: Tier?
    /// 200 for any image from a cache, otherwise the origin's status; nil if there was no answer.
    public var status: Int?
    /// Status received on the wire, 304 for an image that is still valid; nil if none was received.
    public var wireStatus: Int?
    /// Why there is no image; nil if there is one.
    public var error: FetchError?
    /// Why revalidation failed, if the cached image is used nevertheless.
    public var validationError: FetchError?
    /// Metrics of the transfer that fetched or revalidated the image; nil if no request was sent or answered.
    public var metrics: TransferMetrics?
    /// The image as a cache holds it, or may hold it, under the requested key; nil if there is none.
    var image: CachedImage?
    /// True if the bytes are those of a revalidated variant, not of the image itself.
    var isVariant = false
    /// Timestamps of the load, for benches.
    package var measurement: LoadMeasurement
}
