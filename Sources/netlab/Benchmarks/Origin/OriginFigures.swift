import LinuxIO
import Runs

/// What the rounds of the benchmark came to.
struct OriginFigures {
    /// What every server is asked for, again and again.
    enum Task: Hashable, CaseIterable {
        case small, large, unchanged, encryptedSmall, encryptedLarge

        var body: BenchSite.Body { self == .large || self == .encryptedLarge ? .large : .small }
        var hasTLS: Bool { self == .encryptedSmall || self == .encryptedLarge }

        var words: String {
            switch self {
            case .small, .large: body.words
            case .unchanged: "304"
            case .encryptedSmall, .encryptedLarge: "\(body.words) by TLS"
            }
        }
    }

    private static let seconds = 2
    private static let crowd = 1000
    private static let pacedConnections = 16

    /// Microseconds of the processor for a request, by task and server.
    var costs: [Task: [WebServer: [Double]]] = [:]
    /// The same for an image that is kept in memory.
    var fixtureCosts: [Double] = []
    /// MiB with all idle connections open.
    var idle: [WebServer: [Double]] = [:]
    /// Requests of a thousand connections that came to nothing.
    var crowdFailures: [Double] = []
    /// From request to first byte at half load, the 99th of 100, in milliseconds.
    var waits: [Double] = []
    /// Requests for 1 kB that this machine's netlab answers in a second.
    private var most: Double = 0

    mutating func measure(_ task: Task, _ server: WebServer, _ site: BenchSite, _ wrk: ToolRun) throws {
        let running = try ServerUnderLoad(server, site, hasTLS: task.hasTLS)
        let path = task.body.rawValue
        let header = task == .unchanged ? "If-None-Match: \(try running.entityTag(of: path))" : nil
        let load = try running.load(wrk, path, seconds: Self.seconds, header: header)
        try Self.require(load, of: server)
        costs[task, default: [:]][server, default: []].append(load.processorTime / 1e3)
        if task == .small, server == .netlab { most = load.perSecond }
    }

    mutating func measureFixture(_ site: BenchSite, _ wrk: ToolRun) throws {
        let running = try ServerUnderLoad(.netlab, site)
        let path = "fixture/jpeg/\(BenchSite.Body.large.bytes)"
        let load = try running.load(wrk, path, seconds: Self.seconds)
        try Self.require(load, of: .netlab)
        fixtureCosts.append(load.processorTime / 1e3)
    }

    mutating func measureIdle(_ server: WebServer, _ site: BenchSite) throws {
        let running = try ServerUnderLoad(server, site)
        guard let bytes = try IdleConnections.residentBytes(running) else { return }
        idle[server, default: []].append(Double(bytes) / 1_048_576)
    }

    mutating func measureCrowd(_ site: BenchSite, _ wrk: ToolRun) throws {
        let running = try ServerUnderLoad(.netlab, site)
        let load = try running.load(
            wrk,
            BenchSite.Body.small.rawValue,
            connections: Self.crowd,
            seconds: Self.seconds
        )
        crowdFailures.append(Double(load.failures))
    }

    mutating func measureWaits(_ site: BenchSite, _ pacer: ToolRun) throws {
        let log = site.file("access.jsonl")
        let running = try ServerUnderLoad(.netlab, site, log: log)
        let each = max(1, Int(most / 2) / Self.pacedConnections)
        _ = try pacer.output([
            "--h1", "-c\(Self.pacedConnections)", "-D\(Self.seconds)", "--rps=\(each)",
            running.url(BenchSite.Body.small.rawValue),
        ])
        let waits = AccessLogWaits.milliseconds(
            String(decoding: try WholeFile.read(log, limit: 1 << 28), as: UTF8.self)
        )
        if let wait = waits.percentile(0.99) { self.waits.append(wait) }
    }

    private static func require(_ load: ServerUnderLoad.Load, of server: WebServer) throws {
        guard load.failures == 0 else {
            throw CommandFailure(.failed, "\(load.failures) requests to \(server.rawValue) came to nothing")
        }
    }
}
