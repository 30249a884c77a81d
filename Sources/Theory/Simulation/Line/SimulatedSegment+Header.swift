import LinkModel
import Wire

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
