internal import COpenSSL
import Wire

/// Opens the QUIC packets of one direction and one key. Its two cipher contexts are set up once: a packet then takes no
/// allocation.
///
/// One thread at a time may use it.
package final class QUICPacketOpener {
    /// A packet without the protection of its header.
    package struct Header: Hashable {
        package var firstByte: UInt8
        /// The number's bytes as carried.
        package var carried: UInt64
        package var numberBytes: Int

        /// Of a short header: changes with every update of the keys.
        package var keyPhase: Bool { firstByte & 0x04 != 0 }

        /// Of a short header: the bits are set if the key is another.
        package var hasReservedBitsClear: Bool { firstByte & 0x18 == 0 }
    }

    package static let tagBytes = 16
    private static let sampleBytes = 16

    package let keys: QUICPacketKeys
    private let content: OpaquePointer
    private let header: OpaquePointer

    /// nil if the library fails.
    package init?(_ keys: QUICPacketKeys) {
        LibraryErrors.clear()
        guard let content = EVP_CIPHER_CTX_new() else { return nil }
        guard let header = EVP_CIPHER_CTX_new() else {
            EVP_CIPHER_CTX_free(content)
            return nil
        }
        (self.keys, self.content, self.header) = (keys, content, header)
        guard Self.prepare(content, keys), prepareHeader() else { return nil }
    }

    deinit {
        EVP_CIPHER_CTX_free(content)
        EVP_CIPHER_CTX_free(header)
    }

    private static func prepare(_ context: OpaquePointer, _ keys: QUICPacketKeys) -> Bool {
        guard EVP_DecryptInit_ex(context, keys.algorithm.cipher, nil, nil, nil) == 1 else { return false }
        if keys.algorithm.isCounterWithCode {
            guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 12, nil) == 1,
                netlab_evp_set_tag(context, nil, Int32(tagBytes)) == 1
            else { return false }
        }
        return EVP_DecryptInit_ex(context, nil, nil, keys.key, nil) == 1
    }

    private func prepareHeader() -> Bool {
        let cipher = keys.algorithm.headerCipher
        return EVP_EncryptInit_ex(header, cipher, nil, keys.mask, nil) == 1
            && EVP_CIPHER_CTX_set_padding(header, 0) == 1
    }

    /// Removes the protection of the header of a packet whose number begins at `offset` (RFC 9001, 5.4). nil if the
    /// packet is too short. Any packet has some result: only opening its content shows whether the keys were right.
    package func unmask(_ packet: RawSpan, numberAt offset: Int) -> Header? {
        guard offset + 4 + Self.sampleBytes <= packet.byteCount, let first = packet.byte(at: 0),
            let mask = mask(packet, at: offset + 4)
        else { return nil }
        let masked: UInt8 = first & 0x80 != 0 ? 0x0F : 0x1F
        let firstByte = first ^ (UInt8(truncatingIfNeeded: mask >> 56) & masked)
        let numberBytes = Int(firstByte & 0x03) + 1
        let four = UInt64(packet.bigEndian32(at: offset) ?? 0) ^ (mask >> 24 & 0xFFFF_FFFF)
        return Header(
            firstByte: firstByte,
            carried: four >> UInt64(8 * (4 - numberBytes)),
            numberBytes: numberBytes
        )
    }

    /// Five bytes of mask at the front of the word.
    private func mask(_ packet: RawSpan, at sample: Int) -> UInt64? {
        let (context, isStream) = (header, keys.algorithm == .chacha20Poly1305)
        return packet.withUnsafeBytes { packet -> UInt64? in
            let sampled = packet.baseAddress?.advanced(by: sample).assumingMemoryBound(to: UInt8.self)
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * Self.sampleBytes) { output in
                var count: Int32 = 0
                if isStream {
                    output.update(repeating: 0)
                    guard EVP_EncryptInit_ex(context, nil, nil, nil, sampled) == 1,
                        EVP_EncryptUpdate(context, output.baseAddress, &count, output.baseAddress, 5) == 1
                    else { return nil }
                } else {
                    guard
                        EVP_EncryptUpdate(
                            context,
                            output.baseAddress,
                            &count,
                            sampled,
                            Int32(Self.sampleBytes)
                        ) == 1
                    else { return nil }
                }
                return (0..<5).reduce(UInt64(0)) { $0 << 8 | UInt64(output[$1]) } << 24
            }
        }
    }

    /// Opens a packet with this header and the whole `number`, into `room`, which is at least as long as the packet.
    /// Returns the content's length; nil if the keys or the number are not the packet's, or it is damaged.
    package func open(
        _ packet: RawSpan,
        _ unmasked: Header,
        numberAt offset: Int,
        number: UInt64,
        into room: inout [UInt8]
    ) -> Int? {
        let start = offset + unmasked.numberBytes
        let length = packet.byteCount - start - Self.tagBytes
        guard length >= 0, room.count >= packet.byteCount else { return nil }
        return packet.withUnsafeBytes { packet in
            room.withUnsafeMutableBytes { room in
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: start + 12) { scratch in
                    let additional = UnsafeMutableBufferPointer(rebasing: scratch[12...])
                    for place in 0..<start { additional[place] = packet[place] }
                    additional[0] = unmasked.firstByte
                    for place in 0..<unmasked.numberBytes {
                        additional[offset + place] = UInt8(
                            truncatingIfNeeded: unmasked.carried
                                >> UInt64(8 * (unmasked.numberBytes - 1 - place))
                        )
                    }
                    for place in 0..<12 {
                        let part =
                            place < 4 ? 0 : UInt8(truncatingIfNeeded: number >> UInt64(8 * (11 - place)))
                        scratch[place] = keys.nonce[place] ^ part
                    }
                    let sealed = UnsafeRawBufferPointer(rebasing: packet[start...])
                    return decrypt(sealed, length, scratch.baseAddress, additional, room)
                }
            }
        }
    }

    private func decrypt(
        _ sealed: UnsafeRawBufferPointer,
        _ length: Int,
        _ nonce: UnsafeMutablePointer<UInt8>?,
        _ additional: UnsafeMutableBufferPointer<UInt8>,
        _ room: UnsafeMutableRawBufferPointer
    ) -> Int? {
        var count: Int32 = 0
        let output = room.bindMemory(to: UInt8.self).baseAddress
        let input = sealed.bindMemory(to: UInt8.self).baseAddress
        // Setting the tag does not change it.
        let tag = UnsafeMutableRawPointer(mutating: sealed.baseAddress?.advanced(by: length))
        if keys.algorithm.isCounterWithCode {
            // The code covers the length, so it is told first; the last call says whether all is well.
            guard netlab_evp_set_tag(content, tag, Int32(Self.tagBytes)) == 1,
                EVP_DecryptInit_ex(content, nil, nil, nil, nonce) == 1,
                EVP_DecryptUpdate(content, nil, &count, nil, Int32(length)) == 1,
                EVP_DecryptUpdate(content, nil, &count, additional.baseAddress, Int32(additional.count)) == 1,
                EVP_DecryptUpdate(content, output, &count, input, Int32(length)) == 1
            else { return nil }
            return length
        }
        guard EVP_DecryptInit_ex(content, nil, nil, nil, nonce) == 1,
            EVP_DecryptUpdate(content, nil, &count, additional.baseAddress, Int32(additional.count)) == 1,
            EVP_DecryptUpdate(content, output, &count, input, Int32(length)) == 1,
            netlab_evp_set_tag(content, tag, Int32(Self.tagBytes)) == 1,
            EVP_DecryptFinal_ex(content, output?.advanced(by: length), &count) == 1
        else { return nil }
        return length
    }
}
