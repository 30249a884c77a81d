import LinuxIO
import Wire

/// Where a server is found.
struct ServeAddress: Hashable {
    /// Where it listens.
    let address: SocketAddress
    let isEncrypted: Bool

    /// For a client on this machine, and for others where they can get there.
    var url: String { url(address.address == 0 ? 0x7F00_0001 : address.address) }

    /// The base for each address of this machine, where the server listens on them all.
    func urls(_ machine: [UInt32]) -> [String] {
        address.address == 0 ? machine.map(url) : [url]
    }

    /// Whether others than this machine get there.
    var isOpen: Bool { address.address >> 24 != 127 }

    private func url(_ host: UInt32) -> String {
        "\(isEncrypted ? "https" : "http")://\(SocketAddress(address: host, port: address.port))/"
    }
}
