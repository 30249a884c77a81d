internal import Wire

/// One load that memory alone could not answer, on its way through the stages.
struct Load: Sendable {
    /// An image that a cache holds, and which cache.
    struct Held: Sendable {
        var image: CachedImage
        var tier: ImageResponse.Tier
    }

    var request: ImageRequest
    /// The caller's number for it, in the timing log.
    var id: Int
    var start: Instant
    var configuration: Configuration
    /// Memory's generation when the load began.
    var generation: Int
    /// To be asked about before it is used.
    var held: Held?
}
