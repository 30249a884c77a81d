/// A request for an image.
public struct ImageRequest: Sendable {
    /// Where the image comes from if no cache has it, and its key in the caches.
    public var source: Source
    /// Alternatives, tried in order after all earlier sources failed, each with its own cache key.
    public var alternatives: [Source] = []
    /// Sent in addition to the client's own fields. An answer that varies on a field (`Vary`) serves only
    /// requests with the same value in it.
    public var headers: [String: String] = [:]
    /// How the load uses the caches.
    public var options: LoadOptions
    /// How long memory keeps it.
    public var memory = CacheRetention()
    /// How long the disk keeps it.
    public var disk = CacheRetention()
    /// How failures are retried.
    public var retry = RetryStrategy.asConfigured
    /// Changes what is sent, just before it is sent.
    public var modifier: RequestModifier?
    /// Makes the image from the response.
    public var content: ContentModifier?
    /// Decides about each redirect.
    public var redirects: RedirectHandler?
    /// Fetches instead of the client's own connections.
    public var downloader: Downloader?
    /// Priority among the loads that wait for a connection. Callers of the same image share one transfer,
    /// which has the highest priority among them.
    public var priority = TransferPriority.normal
    /// Called for each piece of the body that arrives from the network, on one of the client's threads.
    public var progress: (@Sendable (TransferProgress) -> Void)?
    /// Called with all bytes of an image received so far, on the transfers' thread. It must not keep the
    /// array, or all of it is copied when more bytes arrive.
    var beginning: (@Sendable ([UInt8]) -> Void)?
    /// Where the response is delivered. The asynchronous `load` ignores it.
    public var executor = CallbackExecutor.direct

    /// Makes a request for the image at `url`, which is absolute, `http` or `https`; set `cacheKey` if the
    /// image's address changes, as signed URLs do.
    public init(url: String, cacheKey: String? = nil, options: LoadOptions = []) {
        source = .url(url, cacheKey: cacheKey)
        self.options = options
    }

    /// Makes a request for the image that `provider` makes.
    public init(_ provider: ImageProvider, options: LoadOptions = []) {
        source = .provider(provider)
        self.options = options
    }

    /// The image's key in the caches.
    public var cacheKey: String { source.cacheKey }

    /// Where an image comes from.
    public enum Source: Sendable {
        /// An origin. Its key in the caches is `cacheKey`, or the URL if that is nil.
        case url(String, cacheKey: String? = nil)
        /// A source other than an origin, such as a file.
        case provider(ImageProvider)

        /// The source's key in the caches.
        public var cacheKey: String {
            switch self {
            case .url(let url, let key): key ?? url
            case .provider(let provider): provider.cacheKey
            }
        }
    }
}
