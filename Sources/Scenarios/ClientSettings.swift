package import Wire

/// The caching client of a scenario.
package struct ClientSettings: Hashable, Sendable {
    package enum Policy: String, Hashable, Sendable, CaseIterable {
        case none, memory, disk, both
    }

    package enum Revalidation: String, Hashable, Sendable, CaseIterable {
        case never
        case diskHit = "disk-hit"
        case always
        /// As the origin's headers demand, by RFC 9111.
        case http
    }

    /// How failed transfers are retried.
    package struct Retry: Hashable, Sendable {
        /// Maximum retries of one fetch.
        package var times: Int
        /// Wait before each retry.
        package var delay: Nanoseconds

        package init(times: Int, delay: Nanoseconds = 3_000_000_000) {
            self.times = times
            self.delay = delay
        }
    }

    /// Limits of one cache; nil means unlimited.
    package struct CacheLimits: Hashable, Sendable {
        package var size: Int?
        package var count: Int?
        package var timeToLive: Nanoseconds?

        package init(size: Int? = nil, count: Int? = nil, timeToLive: Nanoseconds? = nil) {
            self.size = size
            self.count = count
            self.timeToLive = timeToLive
        }
    }

    package var policy: Policy
    package var revalidate: Revalidation
    package var memory: CacheLimits
    package var disk: CacheLimits
    /// Maximum open connections to one host.
    package var connections: Int
    /// The version of HTTP that the client speaks, of those that the origin offers; nil is the origin's preferred one.
    package var http: OfferedHTTP?
    /// Limit on the duration of one whole transfer.
    package var timeout: Nanoseconds
    package var retry: Retry
    /// Largest TCP receive buffer of the client, in bytes, for the whole run; nil lets it grow as the line
    /// needs.
    package var receiveBuffer: Int?

    package init(
        policy: Policy = .both,
        revalidate: Revalidation = .diskHit,
        memory: CacheLimits = CacheLimits(size: 50 << 20, count: 100, timeToLive: 300_000_000_000),
        disk: CacheLimits = CacheLimits(size: 150 << 20, count: 1000, timeToLive: 7 * 86_400_000_000_000),
        connections: Int = 6,
        http: OfferedHTTP? = nil,
        timeout: Nanoseconds = 15_000_000_000,
        retry: Retry = Retry(times: 0),
        receiveBuffer: Int? = nil
    ) {
        self.policy = policy
        self.revalidate = revalidate
        self.memory = memory
        self.disk = disk
        self.connections = connections
        self.http = http
        self.timeout = timeout
        self.retry = retry
        self.receiveBuffer = receiveBuffer
    }
}
