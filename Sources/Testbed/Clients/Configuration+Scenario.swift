import CacheClient
import Scenarios

extension Configuration {
    /// A scenario's client at its end of the line.
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
            congestionControl: route.congestion,
            authorities: route.authorities,
            // What a run measures hangs neither on what an earlier request left behind nor on the machine's other work.
            resumesDownloads: false,
            heedsMemoryPressure: false,
            // A bench shows what failed: it never covers it up with an older image.
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
