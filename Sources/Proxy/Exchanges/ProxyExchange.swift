import Forwarding
package import HTTP
package import Serving

/// One exchange through a proxy: the client's side and the server's.
package struct ProxyExchange: Sendable {
    /// From 1, in the order in which requests arrived.
    package var number: Int
    package var client: ServedExchange
    /// The CONNECT within whose tunnel it took place, if the proxy looked inside.
    package var tunnel: HTTPRequestHead?
    /// nil if the proxy answered by itself.
    package var server: UpstreamFacts?

    /// A tunnel that the proxy did not look into.
    package var isTunnel: Bool { client.request?.method == "CONNECT" }

    /// The requested URL; for a tunnel its host and port.
    package var url: String {
        guard let request = client.request else { return "" }
        guard let destination = server?.destination, !isTunnel, request.target.hasPrefix("/") else {
            return request.target
        }
        return "\(destination.scheme)://\(destination.authority)\(request.target)"
    }
}
