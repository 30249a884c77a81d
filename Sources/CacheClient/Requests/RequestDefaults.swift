/// What every load of one client asks for, unless its own request says otherwise.
public struct RequestDefaults: Sendable {
    /// Added to each request's own.
    public var options: LoadOptions = []
    /// Sent beside each request's own; of one name, in any case, the request's counts.
    public var headers: [String: String] = [:]
    /// How long memory keeps an image, in all that its request leaves to the cache's limits.
    public var memory = Keeping()
    /// The same on disk.
    public var disk = Keeping()
    /// For requests that leave it to the client.
    public var retry = RetryStrategy.none
    /// For requests that have none.
    public var modifier: RequestModifier?
    /// For requests that have none.
    public var content: ContentModifier?
    /// For requests that have none.
    public var redirects: RedirectHandler?
    /// For requests that have none.
    public var downloader: Downloader?

    /// Nothing, until it is said.
    public init() {}

    /// The request with all that it leaves open. It says the same when it is completed again.
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

extension Keeping {
    fileprivate func completed(by other: Keeping) -> Keeping {
        Keeping(
            expiration ?? other.expiration,
            onAccess: onAccess == .asConfigured ? other.onAccess : onAccess
        )
    }
}
