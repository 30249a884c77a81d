extension RawSpan {
    /// Calls `body` with the code and value of each option that lies completely inside this block.
    func forEachPcapngOption(from start: Int, _ order: ByteOrder, _ body: (UInt16, RawSpan) -> Void) {
        let end = byteCount - 4
        var offset = start
        while offset + 4 <= end, let code = unsigned16(at: offset, order),
            let length = unsigned16(at: offset + 2, order), code != PcapngBlock.Option.end,
            offset + 4 + Int(length) <= end
        {
            body(code, extracting(offset + 4..<offset + 4 + Int(length)))
            offset += 4 + (Int(length) + 3) & ~3
        }
    }

    /// The bytes as UTF-8. Damaged text is repaired, never refused.
    var repairedText: String {
        withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
