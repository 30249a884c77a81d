/// Kernel memory of one received packet, in bytes.
struct PacketMemory {
    /// Allocations by the longest IP packet that fits: powers of two, plus a descriptor.
    private static let sizes: [(cost: Int, packet: Int)] = [(832, 192), (1280, 640), (2304, 1664)]

    let cost: Int
    /// The payload that fits.
    let fitting: Int

    /// `headers` are those of IP and TCP.
    init(payload: Int, headers: Int) {
        let size = Self.sizes.first { payload + headers <= $0.packet } ?? Self.sizes[Self.sizes.endIndex - 1]
        (cost, fitting) = (size.cost, size.packet - headers)
    }
}
