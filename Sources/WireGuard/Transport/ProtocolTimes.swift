import Wire

/// WireGuard's times, the same for every implementation.
enum ProtocolTimes {
    private static let second: Nanoseconds = 1_000_000_000

    /// The end that began the handshake begins another when the session is this old and used.
    static let rekeyAfter = 120 * second
    /// Nothing is sent or taken with older keys.
    static let rejectAfter = 180 * second
    /// Without an answer a handshake begins anew after this, and `jitter` at most.
    static let rekeyTimeout = 5 * second
    /// This long an end tries to get an answer.
    static let rekeyAttempts = 90 * second
    /// An end that has only received for this long sends an empty packet.
    static let keepalive = 10 * second
    /// Keeps two ends from beginning again at the same moments.
    static let jitter = second / 3
    /// An end answers no more of a peer's handshakes than one in this time.
    static let betweenInitiations = second / 50
    /// Cookies follow from a secret that lasts this long.
    static let cookieSecret = 120 * second
    /// A cookie is used this much shorter than its secret lasts.
    static let cookieLatency = 5 * second
    /// Without a new session keys are wiped after this.
    static let forgetKeys = 3 * rejectAfter
}
