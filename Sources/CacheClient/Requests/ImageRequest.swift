/// An image that is asked for, and how.
public struct ImageRequest: Sendable {
    /// Where it comes from if no cache has it, and what the caches know it by.
    public var source: Source
    /// Tried in order where everything before failed, each with its own place in the caches.
    public var alternatives: [Source] = []
    /// Sent beside what the client sends of itself. An answer that varies on a field (`Vary`) serves only requests that
    /// say the same in it.
    public var headers: [String: String] = [:]
    /// How the caches are used.
    public var options: LoadOptions
    /// How long memory keeps it.
    public var memory = Keeping()
    /// How long the disk keeps it.
    public var disk = Keeping()
    /// What is done after a failure.
    public var retry = RetryStrategy.asConfigured
    /// Changes what is sent, just before it is sent.
    public var modifier: RequestModifier?
    /// Makes the image of what came.
    public var content: ContentModifier?
    /// Decides about each redirect.
    public var redirects: RedirectHandler?
    /// Fetches in the place of the client's own connections.
    public var downloader: Downloader?
    /// How urgent it is among what waits for a connection. Callers of the same image share one transfer, which is as
    /// urgent as the most urgent of them.
    public var priority = TransferPriority.normal
    /// Told of each piece of the answer that comes over the network, on one of the client's threads.
    public var progress: (@Sendable (TransferProgress) -> Void)?
    /// Told of all of an image that has come over the network so far, on the transfers' thread. It must not keep what it
    /// is handed, or all of it is copied when more comes.
    var beginning: (@Sendable ([UInt8]) -> Void)?
    /// Where the answer is handed over. It has no part in `load` that is awaited.
    public var executor = CallbackExecutor.direct

    /// Asks for the image at `url`, which is absolute, `http` or `https`; `cacheKey` serves where the same image has
    /// changing addresses, such as signed ones.
    public init(url: String, cacheKey: String? = nil, options: LoadOptions = []) {
        source = .url(url, cacheKey: cacheKey)
        self.options = options
    }

    /// Asks for the image that `provider` makes.
    public init(_ provider: ImageProvider, options: LoadOptions = []) {
        source = .provider(provider)
        self.options = options
    }

    /// What the caches know the image by.
    public var cacheKey: String { source.cacheKey }

    /// Where an image comes from.
    public enum Source: Sendable {
        /// An origin. The caches know it by its key; by its URL where that is nil.
        case url(String, cacheKey: String? = nil)
        /// Something else than an origin, such as a file.
        case provider(ImageProvider)

        /// What the caches know it by.
        public var cacheKey: String {
            switch self {
            case .url(let url, let key): key ?? url
            case .provider(let provider): provider.cacheKey
            }
        }
    }
}
