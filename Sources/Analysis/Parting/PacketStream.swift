import LinkModel

/// One direction of one connection.
struct PacketStream: Hashable {
    let flow: UInt32
    let direction: LinkDirection

    init(flow: UInt32, direction: LinkDirection) {
        self.flow = flow
        self.direction = direction
    }

    init(_ packet: PacketIdentity) {
        self.init(flow: packet.flow, direction: packet.direction)
    }

    /// The other direction.
    var back: PacketStream { PacketStream(flow: flow, direction: direction.opposite) }
}
