import LinkModel
import Synchronization

/// The flows of both directions, which two threads may carry.
///
/// The thread that carries a connection's answers always knows the connection: its opening packet was
/// identified before it was carried.
final class FlowRegister: Sendable {
    private let flows = Mutex(FlowNumbering())

    /// The clients' ports by the flow's number less one; empty if the packets themselves tell them to the log.
    var clientPorts: [UInt16] { flows.withLock { $0.hasDatagrams ? $0.clientPorts : [] } }

    func read(
        _ packet: RawSpan,
        _ direction: LinkDirection
    ) -> (identity: PacketIdentity, segment: LinkSegment?) {
        flows.withLock { $0.read(packet, direction) }
    }
}
