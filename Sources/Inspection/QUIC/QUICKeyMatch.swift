import TLS
import Wire

/// A session of the key log that opens a packet, and what the packet then shows.
struct QUICKeyMatch {
    /// The session's client random.
    let session: [UInt8]
    let algorithm: QUICPacketAlgorithm
    let version: QUICVersion
    let direction: StreamDirection
    let identifier: QUICIdentifier
    /// How often the keys had been updated.
    let updates: Int
    /// The packet's whole number.
    let number: UInt64
}
