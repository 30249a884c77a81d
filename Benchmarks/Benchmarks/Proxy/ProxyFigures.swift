import Experiments
import LinuxIO
import Reports
import TLS
import Wire

/// Results of the benchmark's rounds.
struct ProxyFigures {
    static let crowd = 1000
    static let largeBody = 10_000_000_000
    static let largeName = "10g.bin"
    private static let turns = 4
    /// Before anything is measured: connections made, certificates issued, memory warm.
    private static let warmUp = 50
    /// Requests after which memory is measured, and those of the long run.
    static let settled = 10_000
    static let million = 1_000_000

    /// Requests of one turn.
    private static func requests(_ body: BenchSite.Body) -> Int { body == .small ? 1000 : 150 }

    /// Processor time of a request in microseconds, by body, turn and proxy.
    var costs: [BenchSite.Body: [[ProxyPeer: Double]]] = [:]
    /// Median of the time that a request for 1 kB takes longer than without a proxy, in milliseconds.
    var added: [ProxyPeer: [Double]] = [:]
    /// MiB after 10,000 requests.
    var resident: [ProxyPeer: [Double]] = [:]
    /// Milliseconds from start to the first accepted connection.
    var starts: [ProxyPeer: [Double]] = [:]
    var crowdFailures: [Double] = []
    /// MiB with all connections of the crowd open.
    var crowdResident: [Double] = []
    /// MiB that memory grew by while one body of 10 GB passed.
    var bodyGrowth: [Double] = []
    /// MiB that memory grew by between the first ten thousand and a million requests.
    var millionGrowth: [Double] = []

    private let context: TLSClientContext

    init() throws(TLSError) {
        context = try TLSClientContext(unverified: TLSParameters(applicationProtocols: ["http/1.1"]))
    }

    mutating func measureCosts(_ peers: [ProxyPeer], _ site: BenchSite) throws {
        let origin = try ServerUnderLoad(.nginx, site, hasTLS: true)
        let direct = try InterceptedConnection(to: origin.port, through: nil, context)
        let proxies = try peers.map { peer in
            let proxy = try RunningProxy(peer, site, origin: origin.port)
            let client =
                try peer.isProxy
                ? InterceptedConnection(to: origin.port, through: proxy.port, context)
                : InterceptedConnection(to: proxy.port, through: nil, context)
            for _ in 0..<Self.warmUp { try client.fetch(BenchSite.Body.small) }
            return (peer: peer, proxy: proxy, client: client, count: 0)
        }
        for body in BenchSite.Body.allCases {
            for turn in 0..<Self.turns {
                var turnCosts: [ProxyPeer: Double] = [:]
                let bare = try Self.load(direct, body).median
                // Alternate the order, since each finds the machine as the previous one left it.
                for (peer, proxy, client, _) in turn % 2 == 0 ? proxies : proxies.reversed() {
                    let before = proxy.processorTime
                    let times = try Self.load(client, body)
                    turnCosts[peer] = Double(proxy.processorTime - before) / 1e3 / Double(times.count)
                    guard body == .small, let usual = times.median, let bare else { continue }
                    added[peer, default: []].append((usual - bare) / 1e6)
                }
                costs[body, default: []].append(turnCosts)
            }
        }
        let done = Self.warmUp + BenchSite.Body.allCases.reduce(0) { $0 + Self.turns * Self.requests($1) }
        for (peer, proxy, client, _) in proxies {
            for _ in done..<Self.settled { try client.fetch(BenchSite.Body.small) }
            resident[peer, default: []].append(proxy.residentMiB)
        }
    }

    /// The time of each request in nanoseconds.
    private static func load(_ client: InterceptedConnection, _ body: BenchSite.Body) throws -> [Double] {
        try (0..<requests(body)).map { _ in Double(try client.fetch(body)) }
    }

    mutating func measureStart(_ peer: ProxyPeer, _ site: BenchSite) throws {
        let proxy = try RunningProxy(peer, site)
        starts[peer, default: []].append(Double(proxy.startTime) / 1e6)
    }

    /// Each connection makes a request when it is open, and another one while all are.
    mutating func measureCrowd(_ site: BenchSite) throws {
        let origin = try ServerUnderLoad(.nginx, site, hasTLS: true)
        let proxy = try RunningProxy(.netlab, site)
        var failures = 0
        var open: [InterceptedConnection] = []
        for _ in 0..<Self.crowd {
            do {
                let client = try InterceptedConnection(to: origin.port, through: proxy.port, context)
                try client.fetch(BenchSite.Body.small)
                open.append(client)
            } catch {
                failures += 1
            }
        }
        for client in open where (try? client.fetch(BenchSite.Body.small)) == nil { failures += 1 }
        crowdFailures.append(Double(failures))
        crowdResident.append(proxy.residentMiB)
    }

    mutating func measureBody(_ site: BenchSite) throws {
        try ToolRun(named: "truncate")?.run(["-s", "\(Self.largeBody)", "\(site.root)/\(Self.largeName)"])
        let origin = try ServerUnderLoad(.nginx, site, hasTLS: true)
        let proxy = try RunningProxy(.netlab, site)
        let client = try InterceptedConnection(to: origin.port, through: proxy.port, context)
        for _ in 0..<Self.warmUp { try client.fetch(BenchSite.Body.large) }
        let before = proxy.residentMiB
        try client.fetch(Self.largeName, bytes: Self.largeBody)
        bodyGrowth.append(proxy.residentMiB - before)
    }

    mutating func measureMillion(_ site: BenchSite) throws {
        let origin = try ServerUnderLoad(.nginx, site, hasTLS: true)
        let proxy = try RunningProxy(.netlab, site)
        let client = try InterceptedConnection(to: origin.port, through: proxy.port, context)
        for _ in 0..<Self.settled { try client.fetch(BenchSite.Body.small) }
        let before = proxy.residentMiB
        for _ in Self.settled..<Self.million { try client.fetch(BenchSite.Body.small) }
        millionGrowth.append(proxy.residentMiB - before)
    }
}
