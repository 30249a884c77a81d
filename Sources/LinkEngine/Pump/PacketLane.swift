import LinkModel
import LinuxIO

/// One direction of the line: where packets come from, what happens to them, where they go.
struct PacketLane: ~Copyable {
    let direction: LinkDirection
    /// Borrowed: the pump's hosts own the ports.
    let source: Int32
    let destination: Int32
    /// What stands before the IP packet in each frame.
    let headerBytes: Int
    var model: DirectionModel
    var ring: PacketRing

    init(_ direction: LinkDirection, _ order: EngineOrder) {
        let (client, origin) = (order.hosts.ports.client.raw, order.hosts.ports.origin.raw)
        self.direction = direction
        (source, destination) = direction == .up ? (client, origin) : (origin, client)
        headerBytes = order.hosts.ports.client.headerBytes
        model = DirectionModel(order.link, direction, seed: order.seed)
        let capacity = Self.capacity(order.link, direction)
        ring = PacketRing(bytes: capacity, packets: capacity / 64)
    }

    /// Twice what queue and wire hold; a line without a rate has no queue, and gets what a fast one would need.
    private static func capacity(_ link: LinkParameters, _ direction: LinkDirection) -> Int {
        guard let onTheWire = link[direction].bytes(in: link[direction].oneWayDelay) else { return 64 << 20 }
        let underWay = link.queueBytes(direction) + Int(min(onTheWire, 1e9))
        return min(256 << 20, max(4 << 20, 2 * underWay))
    }
}
