import LinkModel
import LinuxIO
import Wire

extension PacketLane {
    /// Most memory for frames under way in one direction; only pages in use are resident.
    private static let mostMemory = 256 << 20

    /// A lane between the hosts whose line begins at `start`.
    init(_ direction: LinkDirection, _ settings: EngineSettings, from start: Instant) {
        let ports = (client: settings.hosts.ports.client.raw, origin: settings.hosts.ports.origin.raw)
        let headerBytes = settings.hosts.ports.client.headerBytes
        let frame = settings.hosts.largestPacket + headerBytes
        // Schedules, traces and outages count from `start`.
        let model = DirectionModel(settings.link, direction, seed: settings.seed, epoch: start)
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
