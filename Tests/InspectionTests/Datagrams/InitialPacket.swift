import COpenSSL
import Wire

@testable import TLS

/// An encrypted QUIC Initial packet, by default from a client.
enum InitialPacket {
    static func sealed(
        _ frames: [UInt8],
        number: UInt8 = 1,
        version: QUICVersion = .one,
        destination: [UInt8],
        keyedBy identifier: [UInt8]? = nil,
        by side: QUICInitialKeys.Side = .client
    ) -> [UInt8] {
        guard let keys = QUICInitialKeys.keys(version, identifier: identifier ?? destination, side) else {
            return []
        }
        let length = frames.count + 1 + 16
        let type: UInt8 = version == .two ? 0xD0 : 0xC0
        let header =
            [type] + PacketBuilder.number(version.rawValue, 4) + [UInt8(destination.count)] + destination
            + [0, 0, 0x40 | UInt8(length >> 8), UInt8(length & 0xFF), number]
        var nonce = keys.nonce
        nonce[11] ^= number
        var packet = header + encrypted(frames, header, keys.key, nonce)
        let start = header.count + 3
        let mask = block(Array(packet[start..<start + 16]), keys.mask)
        packet[0] ^= mask[0] & 0x0F
        packet[header.count - 1] ^= mask[1]
        return packet
    }

    /// A CRYPTO frame with part of the handshake.
    static func crypto(_ bytes: some Collection<UInt8>, at offset: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { [0x40 | UInt8(value >> 8), UInt8(value & 0xFF)] }
        return [6] + number(offset) + number(bytes.count) + bytes
    }

    static func encrypted(_ text: [UInt8], _ header: [UInt8], _ key: [UInt8], _ nonce: [UInt8])
        -> [UInt8]
    {
        guard let context = EVP_CIPHER_CTX_new() else { return [] }
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: text.count)
        var tag = [UInt8](repeating: 0, count: 16)
        var count: Int32 = 0
        EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce)
        EVP_EncryptUpdate(context, nil, &count, header, Int32(header.count))
        EVP_EncryptUpdate(context, &sealed, &count, text, Int32(text.count))
        EVP_EncryptFinal_ex(context, &tag, &count)
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag)
        return sealed + tag
    }

    static func block(_ sample: [UInt8], _ key: [UInt8]) -> [UInt8] {
        guard let context = EVP_CIPHER_CTX_new() else { return [] }
        defer { EVP_CIPHER_CTX_free(context) }
        var block = [UInt8](repeating: 0, count: 32)
        var count: Int32 = 0
        EVP_EncryptInit_ex(context, EVP_aes_128_ecb(), nil, key, nil)
        EVP_EncryptUpdate(context, &block, &count, sample, 16)
        return block
    }
}
