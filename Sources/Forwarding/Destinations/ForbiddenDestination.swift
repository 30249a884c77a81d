package import Wire

/// A destination that a proxy does not connect to.
package enum ForbiddenDestination: Error, Hashable, Sendable, CustomStringConvertible {
    /// The proxy's own listener: a request would go round for ever. Or its page, which shows what all clients did.
    case proxyItself(IPAddress)
    /// What listens on this machine's loopback addresses trusts whoever asks, and the client is another machine.
    case loopback(IPAddress)
    /// Link-local addresses, such as a cloud's metadata service: what is behind them belongs to the machine.
    case linkLocal(IPAddress)

    package var description: String {
        switch self {
        case .proxyItself(let address): "\(address) is the proxy itself"
        case .loopback(let address):
            "\(address) is the proxy's own machine, and its services are not open to other machines; --loopback allows it"
        case .linkLocal(let address):
            "\(address) is a link-local address or a cloud's metadata service; --link-local allows it"
        }
    }
}
