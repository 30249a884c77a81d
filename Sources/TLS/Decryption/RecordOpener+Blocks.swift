internal import COpenSSL
import Wire

// Chained blocks with a MAC for each record: TLS 1.2 and before.
extension RecordOpener {
    private static let blockBytes = 16

    func openBlocks(
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
