// Blocks that do not hold packets: names of addresses, and secrets.
extension CaptureFileDecoder {
    private enum NameRecord {
        static let end: UInt16 = 0
        static let ipv4: UInt16 = 1
        static let ipv6: UInt16 = 2
    }

    /// Each record is an address with its names, each ending with a zero. Keeps the first name.
    mutating func decodeNames(_ block: RawSpan) {
        let end = block.byteCount - 4
        var offset = 8
        while offset + 4 <= end, let kind = block.unsigned16(at: offset, order),
            let length = block.unsigned16(at: offset + 2, order), kind != NameRecord.end,
            offset + 4 + Int(length) <= end
        {
            decodeName(block.extracting(offset + 4..<offset + 4 + Int(length)), kind: kind)
            offset += 4 + (Int(length) + 3) & ~3
        }
    }

    private mutating func decodeName(_ record: RawSpan, kind: UInt16) {
        var address: IPAddress?
        var start = 0
        if kind == NameRecord.ipv4, let bits = record.bigEndian32(at: 0) {
            (address, start) = (.v4(bits), 4)
        } else if kind == NameRecord.ipv6, let high = record.unsigned64(at: 0, .big),
            let low = record.unsigned64(at: 8, .big)
        {
            (address, start) = (.v6(high: high, low: low), 16)
        }
        guard let address, names.count < Self.mostNames else { return }
        var end = start
        while let byte = record.byte(at: end), byte != 0 { end += 1 }
        if end > start { names[address] = Self.text(record.extracting(start..<end)) }
    }

    mutating func decodeSecrets(_ block: RawSpan, _ secrets: (CaptureSecrets) -> Void) {
        guard let kind = block.unsigned32(at: 8, order), let length = block.unsigned32(at: 12, order),
            Int(length) <= block.byteCount - 20
        else {
            note(block: blocks, .shortSecrets)
            return
        }
        var bytes: [UInt8] = []
        bytes.append(copying: block.extracting(16..<16 + Int(length)))
        secrets(CaptureSecrets(kind: kind, bytes: bytes))
    }
}
