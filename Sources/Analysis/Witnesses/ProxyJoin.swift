import Logs
import Runs
import Wire

/// Finds the proxy's entry for each exchange of the client's log: by the client's port and stream, and by time.
struct ProxyJoin {
    /// One connection of the client with the proxy, or one stream of it.
    private struct Way: Hashable {
        var port: UInt16
        var stream: Int?
    }

    private let entries: [Way: [ProxyLogEntry]]

    init(_ log: [ProxyLogEntry]) {
        entries = Dictionary(grouping: log) { Way(port: $0.clientPort, stream: $0.clientStream) }
    }

    func entry(of exchange: ExchangeRecord) -> ProxyLogEntry? {
        nearest(to: exchange.requestFirstByte, on: Way(port: exchange.localPort, stream: exchange.stream))
    }

    /// A redirect does not tell its stream.
    func entry(of hop: RedirectHop) -> ProxyLogEntry? {
        guard let port = hop.clientPort, let request = hop.request else { return nil }
        return entries.filter { $0.key.port == port }.values.joined()
            .filter { $0.url == hop.url }
            .min { abs($0.arrived - request) < abs($1.arrived - request) }
    }

    /// Requests for that URL that came in that time, in their order.
    func entries(of url: String, from start: Instant, to end: Instant) -> [ProxyLogEntry] {
        entries.values.joined().filter { $0.url == url && $0.arrived >= start && $0.arrived <= end }
            .sorted { $0.arrived < $1.arrived }
    }

    /// Of the requests on one connection the nearest in time is the same.
    private func nearest(to moment: Instant, on way: Way) -> ProxyLogEntry? {
        entries[way]?.min { abs($0.arrived - moment) < abs($1.arrived - moment) }
    }
}
