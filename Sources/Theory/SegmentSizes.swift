/// How many bytes of IP packets TCP makes out of a message: IPv4, timestamps on every segment, as Linux does.
package struct SegmentSizes: Hashable, Sendable {
    /// A SYN or SYN-ACK with its options.
    package static let handshake = 60
    /// The headers of every later segment; a bare acknowledgement is nothing else.
    package static let headers = 52
    /// What a sender may have in flight on a new connection, in segments.
    package static let initialWindow = 10

    /// The most payload of one segment.
    package let payload: Int

    package init(mtu: Int) {
        payload = max(1, mtu - Self.headers)
    }

    package func segments(_ bytes: Int) -> Int {
        (bytes + payload - 1) / payload
    }

    /// All bytes of the packets that carry so many.
    package func wireBytes(_ bytes: Int) -> Int {
        bytes + segments(bytes) * Self.headers
    }

    /// The packet that carries the `index`-th segment, from 0, of so many bytes.
    func packet(_ index: Int, of bytes: Int) -> Int {
        min(payload, bytes - index * payload) + Self.headers
    }
}
