package import LinkModel

/// Bytes of the IP packets that carry a message over TCP: IPv4, timestamps on every segment as Linux sends
/// them, plus the link layer's framing.
package struct SegmentSizes: Hashable, Sendable {
    /// A SYN or SYN-ACK with its options.
    package static let handshake = 60
    /// The headers of every later segment; a bare acknowledgement is nothing else.
    package static let headers = 52
    /// A segment without options: a reset.
    static let bare = 40
    /// Window of a new connection, in segments.
    package static let initialWindow = 10

    /// Maximum payload of one segment.
    package let payload: Int
    private let framing: LinkFraming

    package init(mtu: Int, framing: LinkFraming = .none) {
        payload = max(1, mtu - Self.headers)
        self.framing = framing
    }

    /// A SYN or SYN-ACK on the link.
    var handshake: Int { framing.bytes(Self.handshake) }

    /// A bare acknowledgement on the link.
    var acknowledgement: Int { framing.bytes(Self.headers) }

    package func segments(_ bytes: Int) -> Int {
        (bytes + payload - 1) / payload
    }

    /// Bytes on the link of all packets that carry a message of `bytes`.
    package func wireBytes(_ bytes: Int) -> Int {
        let last = segments(bytes) - 1
        return last < 0 ? 0 : last * framing.bytes(payload + Self.headers) + packet(last, of: bytes)
    }

    /// Bytes on the link of the packet that carries segment `index`, from 0, of a message of `bytes`.
    func packet(_ index: Int, of bytes: Int) -> Int {
        framing.bytes(min(payload, bytes - index * payload) + Self.headers)
    }
}
