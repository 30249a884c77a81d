import LinkModel
import Runs
import Wire

/// A packet of a connection that its receiver lacked, or that was sent again although it had arrived.
struct LostPacket: Hashable {
    let packet: FlowPacket
    let direction: LinkDirection
    /// From its loss until the line has the same again, or, of an acknowledgement, until one that covers it has arrived.
    let span: Span

    /// nil if it had arrived.
    var kind: LossKind? { LossKind(packet.fate, isDamaged: packet.isCorrupted) }
}
