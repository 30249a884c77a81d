import LinkModel
import LinuxIO
import Wire

extension PacketLane {
    /// Most memory for frames under way in one direction; only pages in use are resident.
    private static let mostMemory = 256 << 20

    /// A lane between an order's hosts whose line begins at `start`.
    init(_ direction: LinkDirection, _ order: EngineOrder, from start: Instant) {
        let ports = (client: order.hosts.ports.client.raw, origin: order.hosts.ports.origin.raw)
        let headerBytes = order.hosts.ports.client.headerBytes
        let frame = order.hosts.largestPacket + headerBytes
        // Schedules, traces and outages count from `start`.
        let model = DirectionModel(order.link, direction, seed: order.seed, epoch: start)
        self.init(
            direction,
            from: direction == .up ? ports.client : ports.origin,
            to: direction == .up ? ports.origin : ports.client,
            headerBytes: headerBytes,
            model: model,
            pool: PacketPool(slots: Self.mostMemory / frame, largestFrame: frame)
        )
    }
}
