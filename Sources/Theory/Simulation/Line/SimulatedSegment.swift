import LinkModel

/// One TCP segment under way. Sequence numbers count bytes of a direction's stream from 0, without SYN and FIN.
struct SimulatedSegment {
    enum Kind {
        case syn, synAck, plain, finish, reset
    }

    var kind = Kind.plain
    var sequence = 0
    var payload = 0
    /// Up to where the sender of this one has everything of the other direction.
    var acknowledged = 0
    var window = 0
    /// The last one of a burst, or of what was written.
    var isPushed = false
    var isRetransmission = false
    /// It carries nothing and asks how much room there is.
    var isWindowProbe = false
    /// Ranges beyond `acknowledged` that have come, the latest first; three at most.
    var selective: [Range<Int>] = []
    /// What came twice; it stands ahead of `selective`.
    var duplicate: Range<Int>?
    /// Milliseconds of the sender's clock.
    var stamp = 0
    var echo = 0

    var end: Int { sequence + payload }

    /// Of the IP packet.
    var bytes: Int {
        switch kind {
        case .syn, .synAck: return SegmentSizes.handshake
        case .reset: return SegmentSizes.bare
        case .plain, .finish: break
        }
        let blocks = min(3, selective.count + (duplicate == nil ? 0 : 1))
        return SegmentSizes.headers + (blocks == 0 ? 0 : 4 + 8 * blocks) + payload
    }
}
