package import Logs
package import Wire

/// Timestamps of a load, by the client's clock.
package struct LoadMeasurement: Hashable, Sendable {
    /// The caller's request.
    package var start: Instant
    /// The moment before the caller got the answer.
    package var end: Instant
    package var phases: TransferPhases
    /// nil if no request was sent or the exchange did not complete.
    package var exchange: ExchangeRecord?
    /// Number of the load whose transfer this one waited for; nil if it had its own or needed none.
    package var sharedWith: Int?
    /// Redirects that led to the last address.
    package var redirects: [RedirectHop] = []
}

extension ImageResponse {
    package var start: Instant { measurement.start }
    package var end: Instant { measurement.end }
    package var phases: TransferPhases { measurement.phases }
    package var exchange: ExchangeRecord? { measurement.exchange }
}

extension ImageSource {
    package init(_ source: ImageResponse.Source) {
        switch source {
        case .memory: self = .memory
        case .disk: self = .disk
        case .revalidated: self = .revalidated
        case .network: self = .network
        // No bench has providers.
        case .provider, .none: self = .none
        }
    }
}

extension CacheTier {
    package init(_ tier: ImageResponse.Tier) {
        switch tier {
        case .memory: self = .memory
        case .disk: self = .disk
        }
    }
}
