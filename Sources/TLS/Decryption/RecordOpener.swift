internal import COpenSSL
import Wire

/// Opens the records of one direction, as far as its keys reach. Opening a record does not depend on the
/// records before it, except with TLS 1.0, where a record's nonce is the end of the one before.
///
/// One thread at a time may use it.
package final class RecordOpener {
    /// Enough room for any record's content.
    package static let roomNeeded = TLSRecordHeader.longestContent + TLSRecordHeader.longestExpansion
    private static let tagBytes = 16

    let algorithm: RecordAlgorithm
    let keys: RecordKeys
    let context: OpaquePointer
    let encryptsThenMACs: Bool
    private let isNew: Bool
    /// With TLS 1.0, the last block of the record before.
    private var chained: [UInt8]

    /// `encryptsThenMACs` if the ends agreed to authenticate a record's ciphertext.
    package init?(_ algorithm: RecordAlgorithm, _ keys: RecordKeys, encryptsThenMACs: Bool = false) {
        LibraryErrors.clear()
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        self.context = context
        self.algorithm = algorithm
        self.keys = keys
        self.encryptsThenMACs = encryptsThenMACs
        chained = keys.nonce
        isNew = algorithm.version.rawValue >= TLSProtocolVersion.tls13.rawValue
        guard EVP_DecryptInit_ex(context, algorithm.cipher.raw, nil, keys.key, nil) == 1 else { return nil }
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
    }

    /// Opens a record, its header included, that is the direction's `number`-th under these keys. Writes into
    /// `room`, which has `roomNeeded` bytes. nil if the record is not protected by these keys, does not have
    /// that number, or is damaged.
    package func open(_ record: RawSpan, number: UInt64, into room: inout [UInt8]) -> OpenedRecord? {
        guard let header = TLSRecordHeader(record), record.byteCount == TLSRecordHeader.size + header.length,
            header.length <= Self.roomNeeded, room.count >= Self.roomNeeded
        else { return nil }
        LibraryErrors.clear()
        if algorithm.cipher.isBlockChain { return openBlocks(record, header, number, &room) }
        guard let length = openSealed(record, header, number, &room) else { return nil }
        guard isNew else { return OpenedRecord(contentType: header.contentType, length: length) }
        // The true type follows the content; then come as many zeroes as the sender likes.
        var end = length
        while end > 0, room[end - 1] == 0 { end -= 1 }
        guard end > 0 else { return nil }
        return OpenedRecord(contentType: TLSContentType(rawValue: room[end - 1]), length: end - 1)
    }

    /// For ciphers that authenticate by themselves; returns the content's length.
    private func openSealed(
        _ record: RawSpan,
        _ header: TLSRecordHeader,
        _ number: UInt64,
        _ room: inout [UInt8]
    ) -> Int? {
        let explicit = algorithm.explicitNonceBytes
        let length = header.length - explicit - Self.tagBytes
        guard length >= 0 else { return nil }
        let start = TLSRecordHeader.size + explicit
        let context = self.context
        let (nonce, additionalData) = (
            nonce(of: record, number), additionalData(header, length: length, number)
        )
        return record.withUnsafeBytes { record in
            room.withUnsafeMutableBytes { room in
                var count: Int32 = 0
                let output = room.bindMemory(to: UInt8.self).baseAddress
                let input = record.bindMemory(to: UInt8.self).baseAddress
                // Setting the tag does not change it.
                let tag = UnsafeMutableRawPointer(mutating: record.baseAddress?.advanced(by: start + length))
                guard EVP_DecryptInit_ex(context, nil, nil, nil, nonce) == 1,
                    EVP_DecryptUpdate(context, nil, &count, additionalData, Int32(additionalData.count)) == 1,
                    EVP_DecryptUpdate(context, output, &count, input?.advanced(by: start), Int32(length))
                        == 1,
                    netlab_evp_set_tag(context, tag, Int32(Self.tagBytes)) == 1,
                    EVP_DecryptFinal_ex(context, output?.advanced(by: length), &count) == 1
                else { return nil }
                return length
            }
        }
    }

    private func nonce(of record: RawSpan, _ number: UInt64) -> [UInt8] {
        let explicit = algorithm.explicitNonceBytes
        var nonce = keys.nonce
        if explicit > 0 {
            for place in 0..<explicit { nonce.append(record.byte(at: TLSRecordHeader.size + place) ?? 0) }
        } else {
            for place in 0..<8 {
                nonce[nonce.count - 1 - place] ^= UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))
            }
        }
        return nonce
    }

    /// Additional data that is authenticated with the content.
    private func additionalData(_ header: TLSRecordHeader, length: Int, _ number: UInt64) -> [UInt8] {
        if isNew { return Self.front(header, length: header.length) }
        return Self.numbered(number, header, length: length)
    }

    /// A record's number, type, version and a length.
    private static func numbered(_ number: UInt64, _ header: TLSRecordHeader, length: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
            + front(header, length: length)
    }

    private static func front(_ header: TLSRecordHeader, length: Int) -> [UInt8] {
        let version = header.version.rawValue
        return [
            header.contentType.rawValue, UInt8(version >> 8), UInt8(version & 0xFF),
            UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length),
        ]
    }
}

// Chained blocks with a MAC for each record: TLS 1.2 and before.
extension RecordOpener {
    private static let blockBytes = 16

    private func openBlocks(
        _ record: RawSpan,
        _ header: TLSRecordHeader,
        _ number: UInt64,
        _ room: inout [UInt8]
    ) -> OpenedRecord? {
        guard let mac = algorithm.mac else { return nil }
        let explicit = algorithm.explicitNonceBytes
        let sealedMAC = encryptsThenMACs ? mac.bytes : 0
        let length = header.length - explicit - sealedMAC
        guard length > 0, length.isMultiple(of: Self.blockBytes) else { return nil }
        let start = TLSRecordHeader.size + explicit
        let nonce = explicit > 0 ? bytes(record, start - explicit..<start) : chained
        if encryptsThenMACs {
            let covered = explicit + length
            let text =
                Self.numbered(number, header, length: covered)
                + bytes(record, TLSRecordHeader.size..<TLSRecordHeader.size + covered)
            let claimed = bytes(record, start + length..<start + length + mac.bytes)
            guard authentication(of: text, mac) == claimed else { return nil }
        }
        guard decrypt(record, start..<start + length, nonce, &room) else { return nil }
        let padding = Int(room[length - 1]) + 1
        let inside = encryptsThenMACs ? 0 : mac.bytes
        let content = length - padding - inside
        guard content >= 0 else { return nil }
        if !encryptsThenMACs {
            let text = Self.numbered(number, header, length: content) + room[..<content]
            guard authentication(of: text, mac) == Array(room[content..<content + mac.bytes]) else {
                return nil
            }
        }
        if explicit == 0 { chained = bytes(record, start + length - Self.blockBytes..<start + length) }
        return OpenedRecord(contentType: header.contentType, length: content)
    }

    private func decrypt(
        _ record: RawSpan,
        _ range: Range<Int>,
        _ nonce: [UInt8],
        _ room: inout [UInt8]
    ) -> Bool {
        let context = self.context
        return record.withUnsafeBytes { record in
            room.withUnsafeMutableBytes { room in
                var count: Int32 = 0
                let output = room.bindMemory(to: UInt8.self).baseAddress
                let input = record.bindMemory(to: UInt8.self).baseAddress?.advanced(by: range.lowerBound)
                return EVP_DecryptInit_ex(context, nil, nil, nil, nonce) == 1
                    && EVP_CIPHER_CTX_set_padding(context, 0) == 1
                    && EVP_DecryptUpdate(context, output, &count, input, Int32(range.count)) == 1
                    && Int(count) == range.count
            }
        }
    }

    private func authentication(of text: [UInt8], _ mac: RecordAlgorithm.MAC) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: mac.bytes) { buffer, filled in
            var count: UInt32 = 0
            _ = HMAC(
                mac.raw,
                keys.mac,
                Int32(clamping: keys.mac.count),
                text,
                text.count,
                buffer.baseAddress,
                &count
            )
            filled = Int(count)
        }
    }

    private func bytes(_ record: RawSpan, _ range: Range<Int>) -> [UInt8] {
        record.extracting(range).withUnsafeBytes { Array($0) }
    }
}
