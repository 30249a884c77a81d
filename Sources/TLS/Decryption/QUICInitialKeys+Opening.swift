internal import COpenSSL
package import Wire

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
