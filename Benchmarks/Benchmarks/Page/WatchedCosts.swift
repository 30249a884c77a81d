import LinuxIO
import TLS
import Wire

/// Processor time of an intercepted request, in microseconds, with a page open and without one. Both proxies take turns.
struct WatchedCosts {
    /// Requests in a second.
    static let rate = 1000
    private static let requests = 500
    /// As many as a page keeps: a proxy that runs on has a full one, whose memory grows no more.
    private static let warmUp = 10_000

    private(set) var watched: [Double] = []
    private(set) var plain: [Double] = []

    init(_ site: BenchSite, turns: Int) throws {
        let context = try TLSClientContext(unverified: TLSParameters(applicationProtocols: ["http/1.1"]))
        let origin = try ServerUnderLoad(.nginx, site, hasTLS: true)
        let proxies = [try WatchedProxy(site, isWatched: true), try WatchedProxy(site, isWatched: false)]
        let clients = try proxies.map { proxy in
            let client = try InterceptedConnection(to: origin.port, through: proxy.port, context)
            for _ in 0..<Self.warmUp {
                try client.fetch(.small)
            }
            return client
        }
        for turn in 0..<turns {
            // Alternate the order, since each finds the machine as the other one left it.
            for place in turn % 2 == 0 ? [0, 1] : [1, 0] {
                let cost = try Self.cost(of: proxies[place], clients[place])
                if place == 0 { watched.append(cost) } else { plain.append(cost) }
            }
        }
    }

    private static func cost(of proxy: WatchedProxy, _ client: InterceptedConnection) throws -> Double {
        let clock = RunClock()
        let before = proxy.processorTime
        for number in 0..<requests {
            let due = Nanoseconds(number) * 1_000_000_000 / Nanoseconds(rate)
            while clock.now() - .zero < due { Readiness.wait(for: [], milliseconds: 1) }
            try client.fetch(.small)
        }
        return Double(proxy.processorTime - before) / 1e3 / Double(requests)
    }
}
