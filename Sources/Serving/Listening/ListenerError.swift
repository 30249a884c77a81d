package import LinuxIO

/// Why nobody can listen where it was asked.
package enum ListenerError: Error, Hashable, Sendable, CustomStringConvertible {
    case invalidAddress(String)
    case inUse(SocketAddress)
    case notThisMachine(SocketAddress)
    case notAllowed(SocketAddress)
    case unknownCongestionControl(String)
    case failed(SocketAddress, SystemCallError)

    package var description: String {
        switch self {
        case .invalidAddress(let text):
            "cannot listen on '\(text)': it is no IPv4 address such as 127.0.0.1"
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
