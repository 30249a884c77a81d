/// The type of a QUIC packet (RFC 9000, 17).
package enum QUICPacketType: String, Hashable, Sendable, CaseIterable {
    case initial
    case early = "0-rtt"
    case handshake
    case retry
    /// Has a short header: 1-RTT.
    case short = "1-rtt"
    case versionNegotiation = "version-negotiation"

    /// By the two bits of a long header; version 2 has another order (RFC 9369, 3.2).
    init(bits: UInt8, _ version: QUICVersion) {
        let order: [QUICPacketType] =
            version == .two
            ? [.retry, .initial, .early, .handshake] : [.initial, .early, .handshake, .retry]
        self = order[Int(bits & 0x03)]
    }
}
