package import Wire

/// Secrets for the Initial packets of one side of a QUIC connection. Anybody can derive them from the identifier
/// that the client chose for the server, which every packet shows (RFC 9001, 5.2; RFC 9369, 3.3).
package enum QUICInitialKeys {
    package enum Side: String, Hashable, Sendable {
        case client = "client in"
        case server = "server in"
    }

    /// nil if the version is unknown. `identifier` is the destination of the client's first packet.
    package static func keys(_ version: QUICVersion, identifier: [UInt8], _ side: Side) -> QUICPacketKeys? {
        guard let salt = salt(version), let initial = KeyDerivation.extract(identifier, salt: salt),
            let secret = KeyDerivation.expand(initial, label: side.rawValue, count: 32, .sha256)
        else { return nil }
        return QUICPacketKeys(.aes128GCM, version, secret: secret)
    }

    private static func salt(_ version: QUICVersion) -> [UInt8]? {
        switch version {
        case .one:
            [
                0x38, 0x76, 0x2C, 0xF7, 0xF5, 0x59, 0x34, 0xB3, 0x4D, 0x17, 0x9A, 0xE6, 0xA4, 0xC8, 0x0C,
                0xAD,
                0xCC, 0xBB, 0x7F, 0x0A,
            ]
        case .two:
            [
                0x0D, 0xED, 0xE3, 0xDE, 0xF7, 0x00, 0xA6, 0xDB, 0x81, 0x93, 0x81, 0xBE, 0x6E, 0x26, 0x9D,
                0xCB,
                0xF9, 0xBD, 0x2E, 0xD9,
            ]
        case .draft29:
            [
                0xAF, 0xBF, 0xEC, 0x28, 0x99, 0x93, 0xD2, 0x4C, 0x9E, 0x97, 0x86, 0xF1, 0x9C, 0x61, 0x11,
                0xE0,
                0x43, 0x90, 0xA8, 0x99,
            ]
        default: nil
        }
    }
}
