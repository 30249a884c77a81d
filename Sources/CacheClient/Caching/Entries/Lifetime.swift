package import Wire

/// How long one entry serves, counted from when it was stored, confirmed or extended.
package enum Lifetime: Hashable, Sendable {
    /// As the cache's limits say at the time of the question.
    case ofCache
    case never
    /// Nothing is stored for zero or less.
    case lasting(Nanoseconds)

    /// nil for ever.
    func nanoseconds(_ limits: CacheLimits) -> Nanoseconds? {
        switch self {
        case .ofCache: limits.timeToLive?.nanoseconds
        case .never: nil
        case .lasting(let life): life
        }
    }

    /// As one number: less than zero is the cache's, the greatest for ever.
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
