/// How long one cache keeps one image.
public struct CacheRetention: Hashable, Sendable {
    /// How a hit changes the remaining lifetime.
    public enum Extension: Hashable, Sendable {
        /// Use the cache's limits.
        case asConfigured
        /// Leave it unchanged.
        case none
        /// Restart the image's own lifetime.
        case anew
        /// Set this lifetime from now on.
        case to(Expiration)
    }

    /// Lifetime, counted from when it is stored; nil uses the cache's limits.
    public var expiration: Expiration?
    /// How a hit changes the remaining lifetime.
    public var onAccess: Extension

    /// Makes a lifetime; by default, the cache's limits apply.
    public init(_ expiration: Expiration? = nil, onAccess: Extension = .asConfigured) {
        self.expiration = expiration
        self.onAccess = onAccess
    }

    /// `wall` is nanoseconds since 1970.
    func lifetime(at wall: Int64) -> Lifetime { expiration?.lifetime(at: wall) ?? .ofCache }

    func extending(at wall: Int64) -> LifeExtension {
        switch onAccess {
        case .asConfigured: .ofCache
        case .none: .none
        case .anew: .anew
        case .to(let expiration): .to(expiration.lifetime(at: wall))
        }
    }
}
