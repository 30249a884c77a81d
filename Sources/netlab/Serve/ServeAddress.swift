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
        let reached: [IPAddress] =
            switch address.host {
            case .any4: machine.filter(\.isV4)
            case .any6: machine
            default: [address.host]
            }
        guard reached.isEmpty else { return reached.map(url) }
        return [url(address.host == .any4 ? .loopback4 : .loopback6)]
    }

    /// True if other machines can reach the server.
    var isOpen: Bool { !address.host.isLoopback }

    private func url(_ host: IPAddress) -> String {
        "\(isEncrypted ? "https" : "http")://\(SocketAddress(host: host, port: address.port))/"
    }
}
