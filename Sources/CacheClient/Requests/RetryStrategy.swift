/// How failures are retried. A load that its caller cancelled is never retried.
public struct RetryStrategy: Sendable {
    /// The failures so far of one source.
    public struct Situation: Sendable {
        /// Number of retries so far: 0 after the first failure.
        public var retries: Int
        /// The last failure.
        public var error: FetchError
        /// Time since the caller's request.
        public var elapsed: Duration
    }

    /// The decision after a failure.
    public enum Verdict: Hashable, Sendable {
        /// Accept the failure.
        case stop
        /// Retry once more, after this delay.
        case retry(after: Duration)
    }

    /// How long to wait before a retry.
    public enum Interval: Sendable {
        /// The same delay each time.
        case fixed(Duration)
        /// This delay before the first retry, twice as long before the second, three times as long before the
        /// third.
        case accumulated(Duration)
        /// A delay computed from the number of earlier retries, from 0.
        case custom(@Sendable (Int) -> Duration)

        /// The delay before the next retry, after `retries` earlier ones.
        public func delay(after retries: Int) -> Duration {
            switch self {
            case .fixed(let delay): delay
            case .accumulated(let delay): delay * (retries + 1)
            case .custom(let delay): delay(retries)
            }
        }
    }

    /// nil if no failure is ever retried.
    let verdict: (@Sendable (Situation) async -> Verdict)?
    /// True to use the client's default.
    let isAsConfigured: Bool

    /// Judges each failure by itself, by its latest error.
    public init(_ verdict: @escaping @Sendable (Situation) async -> Verdict) {
        self.verdict = verdict
        isAsConfigured = false
    }

    private init(isAsConfigured: Bool) {
        verdict = nil
        self.isAsConfigured = isAsConfigured
    }

    /// The client's default; without one, no retries.
    public static let asConfigured = RetryStrategy(isAsConfigured: true)

    /// No retries.
    public static let none = RetryStrategy(isAsConfigured: false)

    /// Retries up to `times` times any failure caused by the origin or the path to it, including every status
    /// other than success.
    public static func delay(times: Int, _ interval: Interval = .fixed(.seconds(3))) -> RetryStrategy {
        RetryStrategy { situation in
            guard situation.retries < times, situation.error.word.isOfResponse else { return .stop }
            return .retry(after: interval.delay(after: situation.retries))
        }
    }
}

extension FetchError.Word {
    /// True if the origin, or the path to it, was the cause: a retry may succeed.
    var isOfResponse: Bool {
        switch self {
        case .unresolved, .refused, .unreachable, .untrusted, .encryption, .timeout, .reset, .truncated,
            .malformed, .declined, .unusable, .status:
            true
        case .badURL, .badRequest, .rejected, .tooLarge, .notCached, .provider, .exhausted, .redirect,
            .cancelled, .closed, .local:
            false
        }
    }
}
