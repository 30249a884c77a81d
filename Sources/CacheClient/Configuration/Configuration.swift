internal import LinuxIO
internal import Wire

/// How a client caches, fetches and waits.
public struct Configuration: Hashable, Sendable {
    /// Which caches the client uses.
    public enum Policy: String, Hashable, Sendable, CaseIterable {
        /// Every load is a request.
        case none
        /// Memory only.
        case memory
        /// Disk only.
        case disk
        /// Memory first, then disk; a disk hit is promoted to memory.
        case both
    }

    /// When a cached image is revalidated before use.
    public enum Revalidation: String, Hashable, Sendable, CaseIterable {
        /// A hit touches no network.
        case never
        /// A memory hit touches no network, a disk hit is revalidated.
        case diskHit = "disk-hit"
        /// Every hit is revalidated.
        case always
        /// The origin decides, by the rules of HTTP (RFC 9111): fresh images are used; stale ones are
        /// revalidated first or, if that is allowed, used meanwhile; images that must not be stored are not.
        case http
    }

    /// Which caches the client uses.
    public var policy: Policy
    /// When a cached image is revalidated before use.
    public var revalidate: Revalidation
    /// What memory may hold; sizes count body bytes.
    public var memory: CacheLimits
    /// What the disk may hold; sizes count whole files.
    public var disk: CacheLimits
    /// Folder of the disk cache, created when it is first needed. Fixed once the client is created.
    public var diskFolder: String
    /// The most connections open at once to one host. Over HTTP/2 one is enough: transfers share it.
    public var connections: Int
    /// The most connections open at once over all hosts.
    public var connectionsInAll: Int
    /// How often transfers may begin; nil limits them by connections alone.
    public var rateLimit: RateLimit?
    /// Which versions of HTTP the client speaks.
    public var http: HTTPVersions
    /// Timeout of one whole transfer, the wait for a connection included.
    public var timeout: Duration
    /// Addresses by host name, each with a port if it differs from the URL's, such as `127.0.0.1:8080`; the
    /// system resolves all other names.
    public var hosts: [String: String]
    /// URL of the HTTP proxy that every transfer goes through, such as `http://127.0.0.1:8888`; nil uses none,
    /// whatever the environment says. The proxy then finds the hosts: `hosts` does not count. Encrypted transfers
    /// ask it for a tunnel, and all others speak HTTP/1.1 with it.
    public var proxy: String?
    /// TCP congestion control of the client's sockets, such as `cubic`; nil uses the system's default.
    public var congestionControl: String?
    /// Certificates of the authorities that are trusted over HTTPS, in PEM, instead of the system's; nil uses
    /// the system's default.
    public var authorities: String?
    /// Maximum size of a body in bytes; a larger body is a failure.
    public var maximumBodySize: Int
    /// Which redirects are followed. The final image is stored under the key of the request.
    public var redirects: RedirectRules
    /// True if the disk keeps the beginning of a body that was cut short and has a strong validator: the next
    /// load then requests the rest.
    public var resumesDownloads: Bool
    /// Interval at which expired entries are removed; nil removes them only when they are looked up. Fixed
    /// once the client is created.
    public var cleaningInterval: Duration?
    /// True if the memory cache, decoded pictures included, shrinks by half whenever the machine runs short
    /// of memory. Fixed once the client is created.
    public var heedsMemoryPressure: Bool
    /// True if a cached image is used although its revalidation failed: the response then reports that. By
    /// the rules of HTTP it is used only if that is not forbidden, and even if this is false when the origin
    /// allows it.
    public var usesStaleOnError: Bool
    /// The `User-Agent` that the client sends.
    public var userAgent: String

    /// Makes a configuration; by default two caches of moderate size, six connections and a timeout of
    /// fifteen seconds.
    public init(
        policy: Policy = .both,
        revalidate: Revalidation = .diskHit,
        memory: CacheLimits = CacheLimits(size: 50 << 20, count: 100, timeToLive: .seconds(300)),
        disk: CacheLimits = CacheLimits(size: 150 << 20, count: 1000, timeToLive: .seconds(7 * 86_400)),
        diskFolder: String = Configuration.defaultDiskFolder,
        connections: Int = 6,
        connectionsInAll: Int = 256,
        rateLimit: RateLimit? = nil,
        http: HTTPVersions = .negotiated,
        timeout: Duration = .seconds(15),
        hosts: [String: String] = [:],
        proxy: String? = nil,
        congestionControl: String? = nil,
        authorities: String? = nil,
        maximumBodySize: Int = 200 << 20,
        redirects: RedirectRules = RedirectRules(),
        resumesDownloads: Bool = true,
        cleaningInterval: Duration? = .seconds(120),
        heedsMemoryPressure: Bool = true,
        usesStaleOnError: Bool = true,
        userAgent: String = Configuration.defaultUserAgent
    ) {
        self.policy = policy
        self.revalidate = revalidate
        self.memory = memory
        self.disk = disk
        self.diskFolder = diskFolder
        self.connections = connections
        self.connectionsInAll = connectionsInAll
        self.rateLimit = rateLimit
        self.http = http
        self.timeout = timeout
        self.hosts = hosts
        self.proxy = proxy
        self.congestionControl = congestionControl
        self.authorities = authorities
        self.maximumBodySize = maximumBodySize
        self.redirects = redirects
        self.resumesDownloads = resumesDownloads
        self.cleaningInterval = cleaningInterval
        self.heedsMemoryPressure = heedsMemoryPressure
        self.usesStaleOnError = usesStaleOnError
        self.userAgent = userAgent
    }

    /// `netlab/` and the version.
    public static var defaultUserAgent: String { "netlab/\(NetlabVersion.text)" }

    /// `netlab/images` in `XDG_CACHE_HOME`, otherwise in `.cache` of the user's home, otherwise in `/tmp`.
    public static var defaultDiskFolder: String {
        diskFolder(by: Environment.variables, user: "\(Machine.userNumber)")
    }

    /// The same for a given environment.
    static func diskFolder(by environment: [String: String], user: String) -> String {
        func folder(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let base =
            folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }
            ?? "/tmp/cache-\(user)"
        return base + "/netlab/images"
    }
}

extension Configuration.Policy {
    var usesMemory: Bool { self == .memory || self == .both }
    var usesDisk: Bool { self == .disk || self == .both }
}
