import Wire

/// The four kinds of datagrams. Each begins with its number as a byte and three zeroes.
enum MessageKind: UInt32, Sendable {
    case initiation = 1
    case response = 2
    case cookieReply = 3
    case data = 4

    /// The kind of a datagram that is long enough for it.
    init?(_ datagram: RawSpan) {
        guard let number = datagram.unsigned32(at: 0, .little), let kind = MessageKind(rawValue: number)
        else {
            return nil
        }
        let fits =
            switch kind {
            case .initiation: datagram.byteCount == InitiationLayout.count
            case .response: datagram.byteCount == ResponseLayout.count
            case .cookieReply: datagram.byteCount == CookieLayout.count
            case .data: datagram.byteCount >= DataLayout.overhead
            }
        guard fits else { return nil }
        self = kind
    }

    /// The first four bytes of such a message.
    var start: [UInt8] { rawValue.littleEndianBytes }
}
