package import LinuxIO
package import WireGuard

/// Why a gateway ended by itself.
package enum GatewayFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case system(SystemCallError)
    /// A phone that cannot be served.
    case phone(PhoneName, TunnelError)
    case tunnel(TunnelError)

    package var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .phone(let name, let error): "\(name) cannot be served: \(error)"
        case .tunnel(let error): "\(error)"
        }
    }
}
