package import LinkModel

/// Bytes of the IP packets that carry a message over TCP: timestamps on every segment as Linux sends them, plus the link
/// layer's framing.
package struct SegmentSizes: Hashable, Sendable {
    /// Headers of the two versions of IP.
    static let (ip4, ip6) = (20, 40)
    static let handshakeOfTCP = 40
    private static let (headersOfTCP, bareTCP) = (32, 20)
    /// Window of a new connection, in segments.
    package static let initialWindow = 10

    /// The header of IP.
    let ip: Int
    /// Maximum payload of one segment.
    package let payload: Int
    private let framing: LinkFraming

    /// The version of IP is the one in which a line's client and origin speak.
    package init(_ link: LinkParameters) {
        ip = link.carriesV6 ? Self.ip6 : Self.ip4
        payload = max(1, link.mtu - ip - Self.headersOfTCP)
        framing = link.framing
    }

    /// The headers of every segment after the handshake, without framing; a bare acknowledgement is nothing else.
    package var headers: Int { ip + Self.headersOfTCP }

    /// A segment without options, and without framing: a reset.
    var bare: Int { ip + Self.bareTCP }

    /// A SYN or SYN-ACK with its options, without framing.
    package var opening: Int { ip + Self.handshakeOfTCP }

    /// A SYN or SYN-ACK on the link.
    var handshake: Int { framing.bytes(opening) }

    /// A bare acknowledgement on the link.
    var acknowledgement: Int { framing.bytes(headers) }

    package func segments(_ bytes: Int) -> Int {
        (bytes + payload - 1) / payload
    }

    /// Bytes on the link of all packets that carry a message of `bytes`.
    package func wireBytes(_ bytes: Int) -> Int {
        let last = segments(bytes) - 1
        return last < 0 ? 0 : last * framing.bytes(payload + headers) + packet(last, of: bytes)
    }

    /// Bytes on the link of the packet that carries segment `index`, from 0, of a message of `bytes`.
    func packet(_ index: Int, of bytes: Int) -> Int {
        framing.bytes(min(payload, bytes - index * payload) + headers)
    }
}
