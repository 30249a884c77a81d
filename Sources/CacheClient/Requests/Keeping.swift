/// How long one cache keeps one image.
public struct Keeping: Hashable, Sendable {
    /// What a hit does to the time that is left.
    public enum Extension: Hashable, Sendable {
        /// As the cache's limits say.
        case asConfigured
        /// Nothing.
        case none
        /// The image's own time begins anew.
        case anew
        /// This is its time from now on.
        case to(Expiration)
    }

    /// From when it is stored; nil is as the cache's limits say.
    public var expiration: Expiration?
    /// What a hit does to the time that is left.
    public var onAccess: Extension

    /// As the cache's limits say, where nothing else is said.
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
