internal import COpenSSL
package import Wire

/// Keys for the Initial packets of one side of a QUIC connection. Anybody can derive them from the identifier
/// that the client chose for the server, which every packet shows (RFC 9001, 5.2; RFC 9369, 3.3).
package struct QUICInitialKeys: Hashable, Sendable {
    package enum Side: String, Hashable, Sendable {
        case client = "client in"
        case server = "server in"
    }

    let key: [UInt8]
    let nonce: [UInt8]
    /// Key for header protection.
    let mask: [UInt8]

    /// nil if the version is unknown. `identifier` is the destination of the client's first packet.
    package init?(_ version: QUICVersion, identifier: [UInt8], _ side: Side) {
        guard let salt = Self.salt(version) else { return nil }
        let prefix = version == .two ? "quicv2" : "quic"
        guard let initial = KeyDerivation.extract(identifier, salt: salt),
            let secret = KeyDerivation.expand(initial, label: side.rawValue, count: 32, .sha256),
            let key = KeyDerivation.expand(secret, label: "\(prefix) key", count: 16, .sha256),
            let nonce = KeyDerivation.expand(secret, label: "\(prefix) iv", count: 12, .sha256),
            let mask = KeyDerivation.expand(secret, label: "\(prefix) hp", count: 16, .sha256)
        else { return nil }
        (self.key, self.nonce, self.mask) = (key, nonce, mask)
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

// MARK: Opening

extension QUICInitialKeys {
    private static let tagBytes = 16
    private static let sampleBytes = 16

    /// The frames of an Initial packet with this `header`; nil if it is damaged or not protected by these
    /// keys.
    package func open(_ packet: RawSpan, _ header: QUICLongHeader) -> [UInt8]? {
        guard let offset = header.numberOffset, header.length <= packet.byteCount,
            offset + 4 + Self.sampleBytes <= header.length
        else { return nil }
        var bytes = packet.extracting(0..<header.length).withUnsafeBytes { Array($0) }
        guard let mask = encrypted(bytes[offset + 4..<offset + 4 + Self.sampleBytes]) else { return nil }
        bytes[0] ^= mask[0] & 0x0F
        let numberBytes = Int(bytes[0] & 0x03) + 1
        var nonce = self.nonce
        for place in 0..<numberBytes {
            bytes[offset + place] ^= mask[1 + place]
            // Initial packets are few, so their packet numbers are not truncated.
            nonce[nonce.count - numberBytes + place] ^= bytes[offset + place]
        }
        let start = offset + numberBytes
        guard header.length - start >= Self.tagBytes else { return nil }
        return opened(bytes, from: start, nonce)
    }

    /// One encrypted block, the mask for header protection.
    private func encrypted(_ sample: ArraySlice<UInt8>) -> [UInt8]? {
        LibraryErrors.clear()
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        var isDone = false
        let block = [UInt8](unsafeUninitializedCapacity: 2 * Self.sampleBytes) { buffer, filled in
            var count: Int32 = 0
            isDone =
                EVP_EncryptInit_ex(context, EVP_aes_128_ecb(), nil, mask, nil) == 1
                && EVP_EncryptUpdate(context, buffer.baseAddress, &count, Array(sample), Int32(sample.count))
                    == 1
                && Int(count) == Self.sampleBytes
            filled = isDone ? Self.sampleBytes : 0
        }
        return isDone ? block : nil
    }

    /// Decrypts the bytes from `start` on; the ones before it are authenticated only.
    private func opened(_ bytes: [UInt8], from start: Int, _ nonce: [UInt8]) -> [UInt8]? {
        LibraryErrors.clear()
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        let length = bytes.count - start - Self.tagBytes
        let content = Array(bytes[start..<start + length])
        var tag = Array(bytes[(start + length)...])
        var isDone = false
        let opened = [UInt8](unsafeUninitializedCapacity: length + Self.tagBytes) { buffer, filled in
            var count: Int32 = 0
            isDone =
                EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
                && EVP_DecryptUpdate(context, nil, &count, bytes, Int32(start)) == 1
                && EVP_DecryptUpdate(context, buffer.baseAddress, &count, content, Int32(length)) == 1
                && netlab_evp_set_tag(context, &tag, Int32(Self.tagBytes)) == 1
                && EVP_DecryptFinal_ex(context, buffer.baseAddress?.advanced(by: length), &count) == 1
            filled = isDone ? length : 0
        }
        return isDone ? opened : nil
    }
}
