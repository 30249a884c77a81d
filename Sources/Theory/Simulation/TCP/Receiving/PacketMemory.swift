/// Kernel memory of one received packet, in bytes.
struct PacketMemory {
    /// Allocations by the longest payload that fits: powers of two, plus a descriptor.
    private static let sizes: [PacketMemory] = [
        PacketMemory(cost: 832, fitting: 140), PacketMemory(cost: 1280, fitting: 588),
        PacketMemory(cost: 2304, fitting: 1612),
    ]

    let cost: Int
    /// The payload that fits.
    let fitting: Int

    private init(cost: Int, fitting: Int) {
        self.cost = cost
        self.fitting = fitting
    }

    init(payload: Int) {
        self = Self.sizes.first { payload <= $0.fitting } ?? Self.sizes[Self.sizes.endIndex - 1]
    }
}
