/// State of one end of a connection after the packets so far.
struct ChronicleSide {
    var hasBegun = false
    /// Sequence number after its highest byte, and that position in its stream.
    private(set) var next: UInt32 = 0
    private(set) var place = 0
    /// Its last acknowledgement number.
    var acknowledged: UInt32?
    /// Right edge of its receive window as a sequence number; nil if its window scale is unknown.
    var edge: UInt32?
    /// Its last advertised window in bytes; nil if its window scale is unknown.
    var window: Int?
    var closedSince: Int64?
    /// It has sent up to the right edge of the other's window.
    var isHeld = false
    /// It has sent a window probe or a keep-alive that is not answered yet.
    var hasProbed = false
    var hasFinished = false
    /// Counts as of the packet before.
    var counts = SenderCounts()
    /// Index of its last event; nil if that event was not kept.
    var latest: Int?

    mutating func begin(_ packet: DissectedPacket) {
        guard !hasBegun else { return }
        hasBegun = true
        next = packet.flags.syn ? packet.sequence &+ 1 : packet.sequence
    }

    /// Position in its stream of the byte with this sequence number.
    func place(of sequence: UInt32) -> Int { place + Int(Int32(bitPattern: sequence &- next)) }

    mutating func advance(to end: UInt32) {
        let ahead = Int(Int32(bitPattern: end &- next))
        guard ahead > 0 else { return }
        place += ahead
        next = end
    }
}
