import LinuxIO
import Wire

/// The addresses under which a server is reachable.
struct ServeAddress: Hashable {
    /// The address that the server listens on.
    let address: SocketAddress
    let isEncrypted: Bool
    /// The machine's own addresses, loopback ones last.
    let machine: [IPAddress]

    /// The URL for all clients that can reach the server. If it listens on all addresses, the first one
    /// reachable from other machines.
    var url: String { urls[0] }

    /// The base URL for each address of this machine that the server listens on; never empty.
    var urls: [String] {
        address.places(of: machine).map { "\(isEncrypted ? "https" : "http")://\($0)/" }
    }

    /// True if other machines can reach the server.
    var isOpen: Bool { !address.host.isLoopback }
}
