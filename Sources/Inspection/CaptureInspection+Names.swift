package import Wire

extension CaptureInspection {
    /// Takes names of addresses from elsewhere, such as the file's own; those that the packets told stay. What has no name
    /// of its own is called by its server's.
    package mutating func take(names more: [IPAddress: String]) {
        names.merge(more) { told, _ in told }
        let asked = handshakes.compactMap { shake in shake.offer?.serverName.map { (shake.stream, $0) } }
        let hosts = Dictionary(asked) { first, _ in first }
        for place in flows.indices where flows[place].serverName == nil {
            flows[place].serverName =
                hosts[flows[place].stream] ?? flows[place].tunnel.map(Self.host)
                ?? names[flows[place].server.address]
        }
        guard !names.isEmpty else { return }
        for place in datagrams.indices where datagrams[place].serverName == nil {
            datagrams[place].serverName = names[datagrams[place].server.address]
        }
        for place in estimates.indices where estimates[place].serverName == nil {
            estimates[place].serverName = names[estimates[place].server.address]
        }
        for place in exchanges.indices where exchanges[place].serverName == nil {
            nameServer(of: place)
        }
    }

    /// Only where the request itself did not say whom it asks.
    private mutating func nameServer(of place: Int) {
        let exchange = exchanges[place]
        guard let name = names[exchange.server.address],
            exchange.url.map({ $0.contains("://\(exchange.server)") || !$0.contains("://") }) ?? true
        else { return }
        exchanges[place].serverName = name
    }

    /// Of `host:port`.
    private static func host(_ authority: String) -> String {
        guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else { return authority }
        return String(authority[..<colon])
    }
}
