package import LinkModel

/// How many bytes of IP packets TCP makes out of a message: IPv4, timestamps on every segment, as Linux does, and what
/// the link layer makes of each packet.
package struct SegmentSizes: Hashable, Sendable {
    /// A SYN or SYN-ACK with its options.
    package static let handshake = 60
    /// The headers of every later segment; a bare acknowledgement is nothing else.
    package static let headers = 52
    /// A segment without any option: one that refuses.
    static let bare = 40
    /// What a sender may have in flight on a new connection, in segments.
    package static let initialWindow = 10

    /// The most payload of one segment.
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

    /// What all packets that carry so many bytes take on the link.
    package func wireBytes(_ bytes: Int) -> Int {
        let last = segments(bytes) - 1
        return last < 0 ? 0 : last * framing.bytes(payload + Self.headers) + packet(last, of: bytes)
    }

    /// What the packet that carries the `index`-th segment, from 0, of so many bytes takes on the link.
    func packet(_ index: Int, of bytes: Int) -> Int {
        framing.bytes(min(payload, bytes - index * payload) + Self.headers)
    }
}
