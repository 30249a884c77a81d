import LinuxIO
import Wire

/// Where a server is found.
struct ServeAddress: Hashable {
    /// Where it listens.
    let address: SocketAddress
    let isEncrypted: Bool
    /// The machine's own addresses, those of its loopbacks last.
    let machine: [IPAddress]

    /// For every client that gets there: on all addresses the first that others than this machine reach.
    var url: String { urls[0] }

    /// The base for each address of this machine, where the server listens on them all; never empty.
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

    /// Whether others than this machine get there.
    var isOpen: Bool { !address.host.isLoopback }

    private func url(_ host: IPAddress) -> String {
        "\(isEncrypted ? "https" : "http")://\(SocketAddress(host: host, port: address.port))/"
    }
}
