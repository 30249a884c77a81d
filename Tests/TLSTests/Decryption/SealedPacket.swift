import COpenSSL

@testable import TLS

/// A protected QUIC packet.
enum SealedPacket {
    /// With a short header and a number of four bytes.
    static func short(_ identifier: [UInt8], number: UInt32, _ text: [UInt8], _ keys: QUICPacketKeys)
        -> [UInt8]
    {
        let carried = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
        let header = [0x43] + identifier + carried
        var nonce = keys.nonce
        for place in 0..<4 { nonce[8 + place] ^= carried[place] }
        var packet = header + sealed(text, header, nonce, keys)
        let mask = mask(Array(packet[(header.count)..<header.count + 16]), keys)
        packet[0] ^= mask[0] & 0x1F
        for place in 0..<4 { packet[1 + identifier.count + place] ^= mask[1 + place] }
        return packet
    }

    private static func sealed(_ text: [UInt8], _ header: [UInt8], _ nonce: [UInt8], _ keys: QUICPacketKeys)
        -> [UInt8]
    {
        guard let context = EVP_CIPHER_CTX_new() else { return [] }
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: text.count)
        var tag = [UInt8](repeating: 0, count: 16)
        var count: Int32 = 0
        EVP_EncryptInit_ex(context, keys.algorithm.cipher, nil, nil, nil)
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 12, nil)
        if keys.algorithm.isCounterWithCode { EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, nil) }
        EVP_EncryptInit_ex(context, nil, nil, keys.key, nonce)
        if keys.algorithm.isCounterWithCode {
            EVP_EncryptUpdate(context, nil, &count, nil, Int32(text.count))
        }
        EVP_EncryptUpdate(context, nil, &count, header, Int32(header.count))
        EVP_EncryptUpdate(context, &sealed, &count, text, Int32(text.count))
        EVP_EncryptFinal_ex(context, &tag, &count)
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag)
        return sealed + tag
    }

    private static func mask(_ sample: [UInt8], _ keys: QUICPacketKeys) -> [UInt8] {
        guard let context = EVP_CIPHER_CTX_new() else { return [] }
        defer { EVP_CIPHER_CTX_free(context) }
        var mask = [UInt8](repeating: 0, count: 32)
        var count: Int32 = 0
        if keys.algorithm == .chacha20Poly1305 {
            EVP_EncryptInit_ex(context, EVP_chacha20(), nil, keys.mask, sample)
            EVP_EncryptUpdate(context, &mask, &count, [0, 0, 0, 0, 0], 5)
        } else {
            EVP_EncryptInit_ex(context, keys.algorithm.headerCipher, nil, keys.mask, nil)
            EVP_EncryptUpdate(context, &mask, &count, sample, 16)
        }
        return mask
    }
}
