import LinuxIO
import Wire

/// What was found of names a moment ago. The system's resolver does not say how long that holds, so it is short. Pure.
struct KnownNames {
    static let patience: Nanoseconds = 10_000_000_000
    /// A failure is remembered if it took this long.
    static let slow: Nanoseconds = 1_000_000_000
    private static let most = 1000

    private var known: [String: (outcome: Result<[IPAddress], HostNameError>, until: Instant)] = [:]

    /// nil if nothing is known. This machine's own name needs no look-up (RFC 6761, 6.3).
    func outcome(for name: String, at now: Instant) -> Result<[IPAddress], HostNameError>? {
        let plain = name.hasSuffix(".") ? String(name.dropLast()) : name
        if plain == "localhost" || plain.hasSuffix(".localhost") {
            return .success([.loopback4, .loopback6])
        }
        return known[name].flatMap { now < $0.until ? $0.outcome : nil }
    }

    mutating func note(
        _ outcome: Result<[IPAddress], HostNameError>,
        for name: String,
        at now: Instant,
        after time: Nanoseconds
    ) {
        if case .failure = outcome, time < Self.slow { return }
        if known.count >= Self.most { known = known.filter { now < $0.value.until } }
        if known.count >= Self.most { known = [:] }
        known[name] = (outcome, now + Self.patience)
    }
}
