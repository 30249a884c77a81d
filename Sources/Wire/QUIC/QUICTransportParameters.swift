/// What one end of a QUIC connection announces about itself within the TLS handshake (RFC 9000, 18).
package struct QUICTransportParameters: Hashable, Sendable {
    /// Milliseconds; 0 means none.
    package var maxIdleTimeout: UInt64 = 0
    package var maxDatagramPayload: UInt64 = 65_527
    /// Bytes that the other end may send in total at first.
    package var initialMaxData: UInt64 = 0
    /// Likewise on each stream that this end opens, that the other end opens, and on one-way streams.
    package var initialMaxStreamDataLocal: UInt64 = 0
    package var initialMaxStreamDataRemote: UInt64 = 0
    package var initialMaxStreamDataOneWay: UInt64 = 0
    package var initialMaxStreams: UInt64 = 0
    package var initialMaxStreamsOneWay: UInt64 = 0
    /// Delays in its acknowledgements are multiples of two to this power microseconds.
    package var ackDelayExponent: UInt64 = 3
    /// Milliseconds that it may delay an acknowledgement.
    package var maxAckDelay: UInt64 = 25
    package var disablesMigration = false
    package var activeConnectionIDs: UInt64 = 2
    /// Longest DATAGRAM frame that it takes; 0 means none.
    package var maxDatagramFrame: UInt64 = 0
    /// Only from a server: the stateless reset token of its first identifier.
    package var resetToken: [UInt8]?
    package var originalDestination: QUICIdentifier?
    package var initialSource: QUICIdentifier?
    package var retrySource: QUICIdentifier?
    /// Numbers of all parameters, in their order.
    package var numbers: [UInt64] = []

    package init() {}

    /// Reads the extension's content. Malformed parameters are listed and otherwise ignored, and what follows one that is
    /// truncated.
    package init(_ content: RawSpan) {
        var place = 0
        while let number = content.quicNumber64(at: place), let size = content.quicNumber(at: number.end),
            size.value <= content.byteCount - size.end, numbers.count < 256
        {
            numbers.append(number.value)
            place = size.end + size.value
            take(number.value, content.extracting(size.end..<place))
        }
    }

    private mutating func take(_ number: UInt64, _ value: RawSpan) {
        switch number {
        case 0x00: originalDestination = QUICIdentifier(value, at: 0, count: value.byteCount)
        case 0x02: if value.byteCount == 16 { resetToken = value.bytes(in: 0..<16) }
        case 0x0C: disablesMigration = true
        case 0x0F: initialSource = QUICIdentifier(value, at: 0, count: value.byteCount)
        case 0x10: retrySource = QUICIdentifier(value, at: 0, count: value.byteCount)
        default:
            guard let told = value.quicNumber64(at: 0)?.value else { return }
            take(number, told)
        }
    }

    private mutating func take(_ number: UInt64, _ value: UInt64) {
        switch number {
        case 0x01: maxIdleTimeout = value
        case 0x03: maxDatagramPayload = value
        case 0x04: initialMaxData = value
        case 0x05: initialMaxStreamDataLocal = value
        case 0x06: initialMaxStreamDataRemote = value
        case 0x07: initialMaxStreamDataOneWay = value
        case 0x08: initialMaxStreams = value
        case 0x09: initialMaxStreamsOneWay = value
        case 0x0A: if value <= 20 { ackDelayExponent = value }
        case 0x0B: maxAckDelay = value
        case 0x0E: activeConnectionIDs = value
        case 0x20: maxDatagramFrame = value
        default: break
        }
    }
}
