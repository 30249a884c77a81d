/// What a hit does to an entry's time to live.
package enum LifeExtension: Hashable, Sendable {
    /// As the cache's limits say.
    case ofCache
    /// Nothing.
    case none
    /// The entry's own lifetime begins anew.
    case anew
    /// From now on this is its lifetime.
    case to(Lifetime)

    /// nil where it stays as it is, else the lifetime that begins now, of an entry that had `own`.
    func begins(_ own: Lifetime, _ limits: CacheLimits) -> Lifetime? {
        switch self {
        case .ofCache: limits.isSliding ? own : nil
        case .none: nil
        case .anew: own
        case .to(let lifetime): lifetime
        }
    }
}
