import Glibc
package import LinuxIO

/// Why listening failed.
package enum ListenerError: Error, Hashable, Sendable, CustomStringConvertible {
    case invalidAddress(String)
    case noIPv6(SocketAddress)
    case inUse(SocketAddress)
    case notThisMachine(SocketAddress)
    case notAllowed(SocketAddress)
    case unknownCongestionControl(String)
    case failed(SocketAddress, SystemCallError)

    /// Translates a failed call for the caller that wanted to listen there.
    package init(_ error: SystemCallError, on wanted: SocketAddress, congestion: String? = nil) {
        switch (error.call, error.errno) {
        case ("socket", EAFNOSUPPORT): self = .noIPv6(wanted)
        case (_, EADDRINUSE): self = .inUse(wanted)
        case ("bind", EADDRNOTAVAIL): self = .notThisMachine(wanted)
        case ("bind", EACCES): self = .notAllowed(wanted)
        case ("setsockopt TCP_CONGESTION", _): self = .unknownCongestionControl(congestion ?? "")
        default: self = .failed(wanted, error)
        }
    }

    package var description: String {
        switch self {
        case .invalidAddress(let text):
            "cannot listen on '\(text)': it is not an address such as 127.0.0.1 or ::1"
        case .noIPv6(let address):
            "cannot listen on \(address): this machine has no IPv6; choose an IPv4 address such as 127.0.0.1"
        case .inUse(let address):
            "cannot listen on \(address): the port is in use; choose another, or 0 for a free one"
        case .notThisMachine(let address):
            "cannot listen on \(address): no interface of this host has that address"
        case .notAllowed(let address):
            "cannot listen on \(address): ports under 1024 need privileges; choose a higher one"
        case .unknownCongestionControl(let name):
            "the kernel has no congestion control '\(name)' for this user"
                + " (see /proc/sys/net/ipv4/tcp_available_congestion_control)"
        case .failed(let address, let error):
            "cannot listen on \(address): \(error)"
        }
    }
}
