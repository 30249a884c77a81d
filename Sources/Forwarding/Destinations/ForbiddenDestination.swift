package import Wire

/// A destination that a proxy does not connect to.
package enum ForbiddenDestination: Error, Hashable, Sendable, CustomStringConvertible {
    /// The proxy's own listener: a request would go round for ever.
    case proxyItself(IPAddress)
    /// Link-local addresses, such as a cloud's metadata service: what is behind them belongs to the machine.
    case linkLocal(IPAddress)

    package var description: String {
        switch self {
        case .proxyItself(let address): "\(address) is the proxy itself"
        case .linkLocal(let address):
            "\(address) is a link-local address, such as a cloud's metadata service; --link-local allows it"
        }
    }
}
