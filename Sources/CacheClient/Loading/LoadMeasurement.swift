package import Logs
package import Wire

/// When what happened during a load, on the client's clock.
package struct LoadMeasurement: Hashable, Sendable {
    /// The caller's request.
    package var start: Instant
    /// The moment before the caller was handed the answer.
    package var end: Instant
    package var phases: TransferPhases
    /// nil where no network was touched, or the exchange did not come to its end.
    package var exchange: ExchangeRecord?
    /// The caller's number whose transfer this load waited for; nil where it had its own, or needed none.
    package var sharedWith: Int?
    /// The addresses that led to the one that answered, or was to.
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
