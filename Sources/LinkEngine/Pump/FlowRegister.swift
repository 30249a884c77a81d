import LinkModel
import Synchronization

/// The flows of both directions, which may be carried by a thread each.
///
/// A connection is known to the thread that carries its answers before they come: its opening packet was identified before
/// it was carried.
final class FlowRegister: Sendable {
    private let flows = Mutex(FlowNumbering())

    func read(
        _ packet: RawSpan,
        _ direction: LinkDirection
    ) -> (identity: PacketIdentity, segment: LinkSegment?) {
        flows.withLock { $0.read(packet, direction) }
    }
}
