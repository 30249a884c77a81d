/// Time in which a transfer waited for a lost packet to be sent again.
struct RepairWait {
    var span: Span
    var lost: LostPacket
    /// True if the packet asked for a name, opened the transfer's connection, or carried its request.
    var isAsking: Bool
}
