internal import Wire

/// How long an image is usable from a cache without asking the origin.
public enum Expiration: Hashable, Sendable {
    /// Never expires.
    case never
    /// This duration after it was stored or confirmed.
    case after(Duration)
    /// This many days after it was stored or confirmed.
    case days(Int)
    /// Until this moment, in nanoseconds since 1970.
    case date(Int64)
    /// Expired from the start: storing it has no effect.
    case expired

    /// The lifetime counted from `wall`, in nanoseconds since 1970.
    package func lifetime(at wall: Int64) -> Lifetime {
        switch self {
        case .never: return .never
        case .after(let duration): return .lasting(duration.nanoseconds)
        case .days(let days): return .lasting(Duration.seconds(Int64(days) * 86_400).nanoseconds)
        case .date(let date):
            let (left, overflows) = date.subtractingReportingOverflow(wall)
            return .lasting(overflows ? (date > wall ? .max : 0) : max(0, left))
        case .expired: return .lasting(0)
        }
    }
}
