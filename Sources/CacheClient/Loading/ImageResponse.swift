/// What came of a load.
public struct ImageResponse: Sendable {
    /// Where the bytes came from.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// The memory cache, without a request.
        case memory
        /// The disk cache, without a request.
        case disk
        /// A cache, after the origin said that the image still holds.
        case revalidated
        /// The origin.
        case network
        /// The request's own provider.
        case provider
        /// Nowhere: nothing was answered.
        case none
    }

    /// A cache.
    public enum Tier: String, Hashable, Sendable, CaseIterable {
        /// The memory cache.
        case memory
        /// The disk cache.
        case disk
    }

    /// The image; the origin's words where it answered with an error, empty where nothing came.
    public var bytes: [UInt8]
    /// The image's validator, as the origin sent it.
    public var etag: String?
    /// Where the bytes came from.
    public var source: Source
    /// The cache that a hit, or the image that was asked about, came from.
    public var tier: Tier?
    /// 200 for any image from a cache, else what the origin answered; nil where nothing was answered.
    public var status: Int?
    /// What came on the wire, 304 for an image that still holds; nil where nothing did.
    public var wireStatus: Int?
    /// Why there is no image; nil where there is one.
    public var error: FetchError?
    /// Why asking about the image failed, where a cached one is used nevertheless.
    public var validationError: FetchError?
    /// What the transfer took that brought the image, or word of it; nil where nobody answered, or nobody was asked.
    public var metrics: TransferMetrics?
    /// The image as a cache holds it, or may hold it, under the key that was asked for; nil where there is none.
    var image: CachedImage?
    /// True where the bytes are not the image's, but those of what was made of it and asked about.
    var isVariant = false
    /// When what happened, for benches.
    package var measurement: LoadMeasurement
}
