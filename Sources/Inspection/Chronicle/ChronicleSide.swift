/// One end of a connection, as its packets so far have it.
struct ChronicleSide {
    var hasBegun = false
    /// Sequence number behind its highest byte, and that byte's place in its stream.
    private(set) var next: UInt32 = 0
    private(set) var place = 0
    /// What it acknowledged last.
    var acknowledged: UInt32?
    /// Sequence number behind the last byte that it has room for; nil where its scale is not known.
    var edge: UInt32?
    /// As it said last; nil as above.
    var window: Int?
    var closedSince: Int64?
    /// It has sent up to the other's edge.
    var isHeld = false
    /// What it asked about the other's life or room has not been answered.
    var hasProbed = false
    var hasFinished = false
    /// As they were with the packet before.
    var counts = SenderCounts()
    /// Where its last event stands; nil where it is not kept.
    var latest: Int?

    mutating func begin(_ packet: DissectedPacket) {
        guard !hasBegun else { return }
        hasBegun = true
        next = packet.flags.syn ? packet.sequence &+ 1 : packet.sequence
    }

    /// Where the byte of that number stands in its stream.
    func place(of sequence: UInt32) -> Int { place + Int(Int32(bitPattern: sequence &- next)) }

    mutating func advance(to end: UInt32) {
        let ahead = Int(Int32(bitPattern: end &- next))
        guard ahead > 0 else { return }
        place += ahead
        next = end
    }
}
