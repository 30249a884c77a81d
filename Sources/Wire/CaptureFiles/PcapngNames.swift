/// Names of addresses in a pcapng file.
struct PcapngNames: Sendable {
    /// Further names are skipped.
    private static let most = 65_536
    /// Kinds of records.
    static let ipv4: UInt16 = 1
    static let ipv6: UInt16 = 2

    /// The last name of an address counts.
    private(set) var names: [IPAddress: String] = [:]

    /// Decodes a block of names. Each record is an address with its names, each ending with a zero; the first
    /// name is kept.
    mutating func add(_ block: RawSpan, _ order: ByteOrder) {
        // The records are laid out like options.
        block.forEachPcapngOption(from: 8, order) { kind, record in add(record, kind: kind) }
    }

    private mutating func add(_ record: RawSpan, kind: UInt16) {
        var address: IPAddress?
        var start = 0
        if kind == Self.ipv4, let bits = record.bigEndian32(at: 0) {
            (address, start) = (.v4(bits), 4)
        } else if kind == Self.ipv6, let high = record.unsigned64(at: 0, .big),
            let low = record.unsigned64(at: 8, .big)
        {
            (address, start) = (.v6(high: high, low: low), 16)
        }
        guard let address, names.count < Self.most else { return }
        var end = start
        while let byte = record.byte(at: end), byte != 0 { end += 1 }
        if end > start { names[address] = record.extracting(start..<end).repairedText }
    }
}
