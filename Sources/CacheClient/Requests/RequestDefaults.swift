/// Defaults for every load of one client; a request's own settings override them.
public struct RequestDefaults: Sendable {
    /// Options added to each request's own.
    public var options: LoadOptions = []
    /// Fields sent in addition to each request's own; if a name occurs in both, in any case, the request's
    /// value is sent.
    public var headers: [String: String] = [:]
    /// How long memory keeps an image, as far as its request leaves that to the cache's limits.
    public var memory = CacheRetention()
    /// The same on disk.
    public var disk = CacheRetention()
    /// Used by requests that leave it to the client.
    public var retry = RetryStrategy.none
    /// Used by requests that have none.
    public var modifier: RequestModifier?
    /// Used by requests that have none.
    public var content: ContentModifier?
    /// Used by requests that have none.
    public var redirects: RedirectHandler?
    /// Used by requests that have none.
    public var downloader: Downloader?

    /// Makes empty defaults.
    public init() {}

    /// The request, with unset values filled in. Completing it again changes nothing.
    func completing(_ request: ImageRequest) -> ImageRequest {
        var request = request
        request.options.formUnion(options)
        let said = Set(request.headers.keys.map { $0.lowercased() })
        for (name, value) in headers where !said.contains(name.lowercased()) { request.headers[name] = value }
        request.memory = request.memory.completed(by: memory)
        request.disk = request.disk.completed(by: disk)
        if request.retry.isAsConfigured { request.retry = retry }
        request.modifier = request.modifier ?? modifier
        request.content = request.content ?? content
        request.redirects = request.redirects ?? redirects
        request.downloader = request.downloader ?? downloader
        return request
    }
}

extension CacheRetention {
    fileprivate func completed(by other: CacheRetention) -> CacheRetention {
        CacheRetention(
            expiration ?? other.expiration,
            onAccess: onAccess == .asConfigured ? other.onAccess : onAccess
        )
    }
}
