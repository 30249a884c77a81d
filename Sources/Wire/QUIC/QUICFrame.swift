/// A frame of a QUIC packet (RFC 9000, 19; RFC 9221). Ranges lie within the packet's content.
package enum QUICFrame: Hashable, Sendable {
    /// So many bytes of padding.
    case padding(Int)
    case ping
    case acknowledgement(QUICAcknowledgement)
    case resetStream(stream: UInt64, code: UInt64, finalSize: UInt64)
    case stopSending(stream: UInt64, code: UInt64)
    case crypto(offset: UInt64, Range<Int>)
    case newToken(Range<Int>)
    case stream(QUICStreamFrame)
    case maxData(UInt64)
    case maxStreamData(stream: UInt64, UInt64)
    case maxStreams(UInt64, isBidirectional: Bool)
    case dataBlocked(UInt64)
    case streamDataBlocked(stream: UInt64, UInt64)
    case streamsBlocked(UInt64, isBidirectional: Bool)
    case newConnectionID(QUICIssuedIdentifier)
    case retireConnectionID(UInt64)
    case pathChallenge(UInt64)
    case pathResponse(UInt64)
    case connectionClose(QUICClose)
    case handshakeDone
    case datagram(Range<Int>)

    /// True if the receiver must acknowledge a packet with it (RFC 9000, 13.2).
    package var elicitsAcknowledgement: Bool {
        switch self {
        case .padding, .acknowledgement, .connectionClose: false
        default: true
        }
    }
}
