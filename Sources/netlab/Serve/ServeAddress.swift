import LinuxIO
import Wire

/// Where a server is found.
struct ServeAddress: Hashable {
    /// Where it listens.
    let address: SocketAddress
    let isEncrypted: Bool

    /// For a client on this machine, and for others where they can get there.
    var url: String {
        switch address.host {
        case .any4: url(.loopback4)
        case .any6: url(.loopback6)
        default: url(address.host)
        }
    }

    /// The base for each address of this machine, where the server listens on them all.
    func urls(_ machine: [IPAddress]) -> [String] {
        switch address.host {
        case .any4: machine.filter(\.isV4).map(url)
        case .any6: machine.map(url)
        default: [url]
        }
    }

    /// Whether others than this machine get there.
    var isOpen: Bool { !address.host.isLoopback }

    private func url(_ host: IPAddress) -> String {
        "\(isEncrypted ? "https" : "http")://\(SocketAddress(host: host, port: address.port))/"
    }
}
