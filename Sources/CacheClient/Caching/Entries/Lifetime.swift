package import Wire

/// How long one entry is usable, counted from when it was stored, confirmed or extended.
package enum Lifetime: Hashable, Sendable {
    /// The cache's limits at the time of the lookup.
    case ofCache
    case never
    /// A duration; an entry with zero or less is not stored.
    case lasting(Nanoseconds)

    /// The lifetime in nanoseconds; nil means for ever.
    func nanoseconds(_ limits: CacheLimits) -> Nanoseconds? {
        switch self {
        case .ofCache: limits.timeToLive?.nanoseconds
        case .never: nil
        case .lasting(let life): life
        }
    }

    /// Decodes one number: negative is the cache's own, the maximum is for ever.
    init(number: Int64) {
        self = number < 0 ? .ofCache : number == .max ? .never : .lasting(number)
    }

    var number: Int64 {
        switch self {
        case .ofCache: -1
        case .never: .max
        case .lasting(let life): max(0, life)
        }
    }
}
