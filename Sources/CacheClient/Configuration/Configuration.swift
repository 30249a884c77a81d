internal import LinuxIO
internal import Wire

/// How a client caches, asks and waits.
public struct Configuration: Hashable, Sendable {
    /// Which caches there are.
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

    /// When a cached image is asked about before it is used.
    public enum Revalidation: String, Hashable, Sendable, CaseIterable {
        /// A hit touches no network.
        case never
        /// A memory hit touches no network, a disk hit asks whether it still holds.
        case diskHit = "disk-hit"
        /// Every hit asks whether it still holds.
        case always
        /// The origin decides, by the rules of HTTP (RFC 9111): what is fresh is used, what is stale is asked about or, where
        /// that is allowed, used meanwhile; what must not be stored is not.
        case http
    }

    /// Which caches there are.
    public var policy: Policy
    /// When a cached image is asked about before it is used.
    public var revalidate: Revalidation
    /// What memory may hold; sizes count body bytes.
    public var memory: CacheLimits
    /// What the disk may hold; sizes count whole files.
    public var disk: CacheLimits
    /// Where the disk cache lives; the folder is made when it is first needed. Fixed once the client is made.
    public var diskFolder: String
    /// The most connections open at once to one host. Over HTTP/2 one is enough: transfers share it.
    public var connections: Int
    /// The most connections open at once over all hosts.
    public var connectionsInAll: Int
    /// How often transfers may begin; nil is as often as there are connections.
    public var rateLimit: RateLimit?
    /// Which versions of HTTP the client speaks.
    public var http: HTTPVersions
    /// For one whole transfer, the wait for a connection included.
    public var timeout: Duration
    /// Addresses by host name, each with a port where that is not the URL's, such as `127.0.0.1:8080`; what is not
    /// here is resolved by the system.
    public var hosts: [String: String]
    /// TCP congestion control of the client's sockets, such as `cubic`; nil leaves it to the system.
    public var congestionControl: String?
    /// Certificates of the authorities that are trusted over HTTPS, in PEM, instead of the system's; nil leaves it to
    /// the system.
    public var authorities: String?
    /// A larger body is a failure.
    public var maximumBodySize: Int
    /// Which redirects are followed. What comes in the end is kept under the key of what was asked for.
    public var redirects: RedirectRules
    /// True where the disk keeps what came of a body that was cut short, if the origin told it from others by a strong
    /// validator: the next load then asks for the rest.
    public var resumesDownloads: Bool
    /// How often what has expired is removed; nil is only where it is met. Fixed once the client is made.
    public var cleansEvery: Duration?
    /// True where memory shrinks by half whenever the machine runs short of it, decoded pictures included. Fixed once the
    /// client is made.
    public var heedsMemoryPressure: Bool
    /// True where a cached image is used although asking about it failed: the answer then says so. By the rules of HTTP
    /// it is used only where nobody forbade it, and also where this is false but the origin allowed it.
    public var usesStaleOnError: Bool
    /// How the client calls itself.
    public var userAgent: String

    /// Two caches of moderate size, six connections and fifteen seconds, unless said otherwise.
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
        congestionControl: String? = nil,
        authorities: String? = nil,
        maximumBodySize: Int = 200 << 20,
        redirects: RedirectRules = RedirectRules(),
        resumesDownloads: Bool = true,
        cleansEvery: Duration? = .seconds(120),
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
        self.congestionControl = congestionControl
        self.authorities = authorities
        self.maximumBodySize = maximumBodySize
        self.redirects = redirects
        self.resumesDownloads = resumesDownloads
        self.cleansEvery = cleansEvery
        self.heedsMemoryPressure = heedsMemoryPressure
        self.usesStaleOnError = usesStaleOnError
        self.userAgent = userAgent
    }

    /// `netlab/` and the version.
    public static var defaultUserAgent: String { "netlab/\(NetlabVersion.text)" }

    /// `netlab/images` in `XDG_CACHE_HOME`, else in `.cache` of the user's home, else in `/tmp`.
    public static var defaultDiskFolder: String {
        diskFolder(by: Environment.variables, user: "\(Machine.userNumber)")
    }

    /// The same by what a process is told.
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
