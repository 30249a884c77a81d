/// What is done after a failure. A load that its caller cancelled is never tried again.
public struct RetryStrategy: Sendable {
    /// What has failed so far, of one source.
    public struct Situation: Sendable {
        /// How often it was tried again already: 0 after the first failure.
        public var retries: Int
        /// Why it failed last.
        public var error: FetchError
        /// Since the caller asked.
        public var elapsed: Duration
    }

    /// What to do now.
    public enum Verdict: Hashable, Sendable {
        /// The failure stands.
        case stop
        /// Try once more, after a while.
        case retry(after: Duration)
    }

    /// How long to wait before a retry.
    public enum Interval: Sendable {
        /// Each time the same.
        case fixed(Duration)
        /// So long before the first, twice as long before the second, three times before the third.
        case accumulated(Duration)
        /// By the number of retries before it, from 0.
        case custom(@Sendable (Int) -> Duration)

        /// Before the retry that follows so many.
        public func delay(after retries: Int) -> Duration {
            switch self {
            case .fixed(let delay): delay
            case .accumulated(let delay): delay * (retries + 1)
            case .custom(let delay): delay(retries)
            }
        }
    }

    /// nil where nothing is ever tried again.
    let verdict: (@Sendable (Situation) async -> Verdict)?
    /// True where it is left to the client.
    let isAsConfigured: Bool

    /// Judges each failure by itself, the latest error in hand.
    public init(_ verdict: @escaping @Sendable (Situation) async -> Verdict) {
        self.verdict = verdict
        isAsConfigured = false
    }

    private init(isAsConfigured: Bool) {
        verdict = nil
        self.isAsConfigured = isAsConfigured
    }

    /// As the client's defaults say; nothing is tried again where there are none.
    public static let asConfigured = RetryStrategy(isAsConfigured: true)

    /// Nothing is tried again.
    public static let none = RetryStrategy(isAsConfigured: false)

    /// Tries again up to so many times what the origin or the way to it was the cause of, any status that is no success
    /// included.
    public static func delay(times: Int, _ interval: Interval = .fixed(.seconds(3))) -> RetryStrategy {
        RetryStrategy { situation in
            guard situation.retries < times, situation.error.word.isOfResponse else { return .stop }
            return .retry(after: interval.delay(after: situation.retries))
        }
    }
}

extension FetchError.Word {
    /// True where the origin, or the way to it, was the cause: another try may end otherwise.
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
