/// An image that is asked for.
public struct ImageRequest: Hashable, Sendable {
    /// Absolute, `http` or `https`.
    public var url: String
    /// What the caches know the image by: the URL, unless said otherwise.
    public var cacheKey: String

    /// Asks for the image at `url`; `cacheKey` serves where the same image has changing addresses, such as signed ones.
    public init(url: String, cacheKey: String? = nil) {
        self.url = url
        self.cacheKey = cacheKey ?? url
    }
}
