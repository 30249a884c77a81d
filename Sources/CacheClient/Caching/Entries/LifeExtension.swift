/// How a hit changes an entry's time to live.
package enum LifeExtension: Hashable, Sendable {
    /// Use the cache's limits.
    case ofCache
    /// Leave it unchanged.
    case none
    /// Restart the entry's own lifetime.
    case anew
    /// Set this lifetime from now on.
    case to(Lifetime)

    /// The lifetime that begins now for an entry that had `own`; nil leaves it unchanged.
    func renewed(_ own: Lifetime, _ limits: CacheLimits) -> Lifetime? {
        switch self {
        case .ofCache: limits.isSliding ? own : nil
        case .none: nil
        case .anew: own
        case .to(let lifetime): lifetime
        }
    }
}
