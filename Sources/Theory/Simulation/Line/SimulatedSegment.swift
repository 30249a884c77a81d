import LinkModel
import Wire

/// One TCP segment in flight. Sequence numbers count bytes of a direction's stream from 0, without SYN and
/// FIN.
struct SimulatedSegment {
    enum Kind {
        case syn, synAck, plain, finish, reset
    }

    var kind = Kind.plain
    var sequence = 0
    var payload = 0
    /// End of the other direction's bytes that its sender has received without a gap.
    var acknowledged = 0
    var window = 0
    /// Last segment of a burst or of a write (PSH).
    var isPushed = false
    var isRetransmission = false
    /// An empty segment that asks for the window.
    var isWindowProbe = false
    /// Ranges received beyond `acknowledged`, the latest first; three at most.
    var selective: [Range<Int>] = []
    /// Range received twice; it precedes `selective`.
    var duplicate: Range<Int>?
    /// Milliseconds of the sender's clock.
    var stamp = 0
    var echo = 0

    var end: Int { sequence + payload }

    /// Size of the options for ranges beyond `acknowledged` or received twice.
    static func options(blocks: Int) -> Int { blocks == 0 ? 0 : 4 + 8 * min(3, blocks) }

    /// Size of the IP packet.
    func bytes(_ sizes: SegmentSizes) -> Int {
        switch kind {
        case .syn, .synAck: return sizes.opening
        case .reset: return sizes.bare
        case .plain, .finish: break
        }
        let blocks = selective.count + (duplicate == nil ? 0 : 1)
        return sizes.headers + Self.options(blocks: blocks) + payload
    }
}

// MARK: Header

extension SimulatedSegment {
    /// The header that the line's log keeps. Both streams begin after a SYN with number 0.
    func header(clientPort: UInt16) -> LinkSegment {
        var flags: TCPHeader.Flags
        switch kind {
        case .syn: flags = .syn
        case .synAck: flags = [.syn, .ack]
        case .finish: flags = [.ack, .fin]
        case .reset: flags = .rst
        case .plain: flags = isPushed ? [.ack, .psh] : .ack
        }
        let isOpening = flags.contains(.syn)
        return LinkSegment(
            clientPort: clientPort,
            flags: flags,
            sequence: UInt32(truncatingIfNeeded: isOpening ? 0 : sequence + 1),
            acknowledgement: flags.contains(.ack) ? UInt32(truncatingIfNeeded: acknowledged + 1) : 0,
            payload: UInt16(clamping: payload),
            window: UInt32(clamping: window)
        )
    }
}
