import Wire

/// The spaces in which an end of QUIC numbers its packets (RFC 9000, 12.3).
package enum QUICSpace: Int, Hashable, Sendable, CaseIterable {
    case initial, handshake, application

    /// nil for packets without a number.
    init?(_ type: QUICPacketType) {
        switch type {
        case .initial: self = .initial
        case .handshake: self = .handshake
        case .early, .short: self = .application
        case .retry, .versionNegotiation: return nil
        }
    }
}
