import CacheClient
import Scenarios

extension Configuration {
    /// The client of a scenario at its end of the line.
    init(_ settings: ClientSettings, diskFolder: String, route: OriginRoute) {
        self.init(
            policy: Policy(settings.policy),
            revalidate: Revalidation(settings.revalidate),
            memory: CacheLimits(settings.memory),
            disk: CacheLimits(settings.disk),
            diskFolder: diskFolder,
            connections: settings.connections,
            http: route.http,
            timeout: .nanoseconds(settings.timeout),
            hosts: route.addresses,
            proxy: route.proxy,
            congestionControl: route.congestion,
            authorities: route.authorities,
            // A run's figures must depend neither on leftovers of earlier requests nor on the machine's other
            // work.
            resumesDownloads: false,
            heedsMemoryPressure: false,
            // A bench shows failures and never hides them behind an older image.
            usesStaleOnError: false
        )
    }
}

extension Configuration.Policy {
    fileprivate init(_ policy: ClientSettings.Policy) {
        switch policy {
        case .none: self = .none
        case .memory: self = .memory
        case .disk: self = .disk
        case .both: self = .both
        }
    }
}

extension Configuration.Revalidation {
    fileprivate init(_ revalidation: ClientSettings.Revalidation) {
        switch revalidation {
        case .never: self = .never
        case .diskHit: self = .diskHit
        case .always: self = .always
        case .http: self = .http
        }
    }
}

extension CacheLimits {
    fileprivate init(_ limits: ClientSettings.CacheLimits) {
        self.init(
            size: limits.size,
            count: limits.count,
            timeToLive: limits.timeToLive.map { .nanoseconds($0) }
        )
    }
}
