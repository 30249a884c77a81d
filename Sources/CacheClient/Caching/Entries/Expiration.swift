internal import Wire

/// Until when an image serves from a cache without the origin being asked.
public enum Expiration: Hashable, Sendable {
    /// For ever, as far as time is concerned.
    case never
    /// So long after it was stored or confirmed.
    case after(Duration)
    /// So many days after it was stored or confirmed.
    case days(Int)
    /// Until this moment, in nanoseconds since 1970.
    case date(Int64)
    /// Not at all: storing it has no effect.
    case expired

    /// The same counted from `wall`, which is nanoseconds since 1970.
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
