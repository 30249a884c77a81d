internal import HTTP
internal import Wire

/// One load that memory alone could not answer, on its way through the stages.
struct Load: Sendable {
    /// An image that a cache holds, to be asked about before it is used.
    struct Held: Sendable {
        var image: CachedImage
        var tier: ImageResponse.Tier
        var ifFailing: CacheDecision.IfFailing
        /// The key of what was made of the image, where that is held; nil where it is the image itself.
        var variant: String?
    }

    /// Its source is the one that is being tried.
    var request: ImageRequest
    /// The caller's number for it, in the timing log.
    var id: Int
    var start: Instant
    let settings: ClientSettings
    /// Memory's generation when the load began.
    var generation: Int
    /// Who is told.
    let caller: ImageLoad
    var held: Held?
    /// What looking it up took, once it left for the origin.
    var lookup: Nanoseconds?
    /// How often this source was tried again.
    var retries = 0
    /// The addresses that led to the one that is being asked.
    var trail = RedirectTrail()
    /// What is here of the body already: only the rest is asked for.
    var part: CutBody?
    /// True where the rest that was asked for did not fit: the whole is asked for.
    var wantsWhole = false
    /// Why the sources before this one failed.
    var failures: [FetchError] = []

    /// As it was before anything was asked of its source.
    func fromStart() -> Load {
        var load = self
        load.trail = RedirectTrail()
        load.part = nil
        load.wantsWhole = false
        return load
    }

    /// An image of the source that was asked for; that of an alternative is not what the caller's key stands for.
    func keepable(_ image: CachedImage?) -> CachedImage? { failures.isEmpty ? image : nil }

    var configuration: Configuration { settings.configuration }
    var options: LoadOptions { request.options }
    var usesMemory: Bool { configuration.policy.usesMemory }
    var usesDisk: Bool { configuration.policy.usesDisk }

    /// What is sent for it, conditions left out: by this its variant is chosen.
    var fields: HTTPFields { settings.fields(for: request) }
}
