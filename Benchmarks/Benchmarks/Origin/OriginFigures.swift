import Experiments
import LinuxIO

/// Results of the benchmark's rounds.
struct OriginFigures {
    /// The request that every server receives repeatedly.
    enum Task: Hashable, CaseIterable {
        case small, large, inMemory, unchanged, encryptedSmall, encryptedLarge

        var body: BenchSite.Body {
            self == .small || self == .unchanged || self == .encryptedSmall ? .small : .large
        }
        var hasTLS: Bool { self == .encryptedSmall || self == .encryptedLarge }

        var words: String {
            switch self {
            case .small, .large: body.words
            case .inMemory: "\(body.words) in memory"
            case .unchanged: "304"
            case .encryptedSmall, .encryptedLarge: "\(body.words) by TLS"
            }
        }

        /// Path of the body. Only netlab serves bodies from memory; the others send a file.
        func path(on server: WebServer) -> String {
            self == .inMemory && server == .netlab ? "fixture/jpeg/\(body.bytes)" : body.rawValue
        }

        /// Turns of each server in a round, each a second long, since the machine changes over longer times.
        /// Tasks that are mostly the kernel's work differ little, and so need more turns.
        var turns: Int { self == .large || self == .inMemory ? 7 : 2 }

        /// lighttpd would need a module and another form of certificate for TLS; there, nginx's figure is the
        /// goal.
        func isMeasured(on server: WebServer, turn: Int = 0) -> Bool {
            server != .lighttpd || !(hasTLS || self == .inMemory || turn >= Self.small.turns)
        }
    }

    private static let seconds = 2
    private static let crowd = 1000
    private static let pacedConnections = 16

    /// Processor time of a request in microseconds, by task, turn and server.
    var costs: [Task: [[WebServer: Double]]] = [:]
    /// MiB with all idle connections open.
    var idle: [WebServer: [Double]] = [:]
    /// Failed requests of a thousand connections.
    var crowdFailures: [Double] = []
    /// 99th percentile from request to first byte at half load, in milliseconds.
    var waits: [Double] = []
    /// Requests for 1 kB that netlab answers per second on this machine.
    private var most: Double = 0

    mutating func measure(_ task: Task, _ servers: [WebServer], _ site: BenchSite, _ wrk: ToolRun) throws {
        let loads = try servers.filter { task.isMeasured(on: $0) }.map { server in
            let running = try ServerUnderLoad(server, site, hasTLS: task.hasTLS)
            let path = task.path(on: server)
            let header = task == .unchanged ? "If-None-Match: \(try running.entityTag(of: path))" : nil
            return (server: server, running: running, path: path, header: header)
        }
        for turn in 0..<task.turns {
            var turnCosts: [WebServer: Double] = [:]
            // Alternate the order, since each server finds the machine as the previous one left it.
            for load in turn % 2 == 0 ? loads : loads.reversed()
            where task.isMeasured(on: load.server, turn: turn) {
                let told = try load.running.load(wrk, load.path, seconds: 1, header: load.header)
                try Self.require(told, of: load.server)
                turnCosts[load.server] = told.processorTime / 1e3
                if task == .small, load.server == .netlab { most = told.perSecond }
            }
            costs[task, default: []].append(turnCosts)
        }
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
            throw ExperimentError("\(load.failures) requests to \(server.rawValue) came to nothing")
        }
    }
}
