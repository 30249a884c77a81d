import Inspection

/// Exchanges that a proxy's own capture has twice: between its client and the proxy, and between the proxy and the
/// server. The client's half contains the server's, so the server's is not told again.
struct ProxyHalves {
    private struct Place: Hashable {
        let connection: CaptureConnection
        let order: Int
    }

    private let serversHalves: Set<Place>

    init(_ inspection: CaptureInspection) {
        let tunnelled = Set(
            inspection.flows.lazy.filter { $0.tunnel != nil }.map { CaptureConnection.tcp($0.stream) }
        )
        var asked: [String: [CaptureExchange]] = [:]
        for exchange in inspection.exchanges {
            guard let name = Self.name(exchange) else { continue }
            let isToProxy =
                tunnelled.contains(exchange.connection) || exchange.target?.contains("://") == true
            if isToProxy { asked[name, default: []].append(exchange) }
        }
        guard !asked.isEmpty else {
            serversHalves = []
            return
        }
        var found: Set<Place> = []
        for exchange in inspection.exchanges {
            guard let name = Self.name(exchange), let clients = asked[name] else { continue }
            if clients.contains(where: { Self.contains($0, exchange) }) {
                found.insert(Place(connection: exchange.connection, order: exchange.order))
            }
        }
        serversHalves = found
    }

    var count: Int { serversHalves.count }

    func hasServersHalf(_ exchange: CaptureExchange) -> Bool {
        serversHalves.contains(Place(connection: exchange.connection, order: exchange.order))
    }

    private static func name(_ exchange: CaptureExchange) -> String? {
        guard let method = exchange.method, let url = exchange.url else { return nil }
        return "\(method) \(url)"
    }

    /// True if the proxy may have made the second exchange for the first: on another connection, to another server, and
    /// not before it was asked or after it had answered.
    private static func contains(_ client: CaptureExchange, _ server: CaptureExchange) -> Bool {
        guard client.connection != server.connection, client.server != server.server,
            let asked = client.requestSent, let passedOn = server.requestSent
        else { return false }
        return asked <= passedOn && passedOn <= client.lastByte ?? .max
    }
}
