import WireGuard

/// Datagrams for one phone that can be sent at once: all have the same size, but for the last, which may be shorter.
struct DatagramBatch {
    /// The kernel takes no more at once.
    static let mostDatagrams = 64
    static let mostBytes = 65_000

    let endpoint: TunnelEndpoint
    /// One behind the other.
    private(set) var bytes: [UInt8]
    /// Size of each, in bytes.
    let each: Int
    private var count = 1

    init(_ datagram: [UInt8], to endpoint: TunnelEndpoint) {
        self.endpoint = endpoint
        bytes = datagram
        each = datagram.count
    }

    /// False if the datagram does not fit behind the others.
    mutating func add(_ datagram: [UInt8], to endpoint: TunnelEndpoint) -> Bool {
        guard endpoint == self.endpoint, datagram.count <= each, !datagram.isEmpty,
            bytes.count == each * count, count < Self.mostDatagrams,
            bytes.count + datagram.count <= Self.mostBytes
        else { return false }
        bytes += datagram
        count += 1
        return true
    }
}
