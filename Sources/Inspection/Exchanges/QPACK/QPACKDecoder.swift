import HTTP

/// Unpacks the field sections of one direction of an HTTP/3 connection (RFC 9204).
///
/// A section that refers to entries which have not come waits for them (`blocked`).
struct QPACKDecoder {
    enum Outcome: Equatable {
        case fields(HTTPFields)
        /// The table does not have all entries yet.
        case blocked
        case damaged
    }

    /// Most bytes that a section unpacks to.
    static let longestSection = 1 << 20
    /// Most bytes of an instruction that wait for its end.
    private static let longestInstruction = 2 * QPACKReader.longestText

    private var table = QPACKTable()
    /// The largest capacity that the decoder's end allows; the section's prefix counts modulo a figure made from it.
    private var allowedCapacity: Int?
    private var rest: [UInt8] = []
    /// True if part of the encoder's instructions is not known: the table is then of no use.
    private(set) var isLost = false

    var inserted: Int { table.inserted }
    var heldBytes: Int { table.size + rest.count }

    /// The decoder's end allows a table of this size (`SETTINGS_QPACK_MAX_TABLE_CAPACITY`).
    mutating func allow(capacity: Int) {
        allowedCapacity = capacity
    }

    mutating func lose() {
        isLost = true
        rest = []
    }

    // MARK: Instructions

    /// The next bytes of the encoder's stream. Returns true if entries came.
    mutating func receiveInstructions(_ bytes: some Collection<UInt8>) -> Bool {
        guard !isLost else { return false }
        rest += bytes
        let before = table.inserted
        var done = 0
        while done < rest.count, !isLost, let end = instruction(at: done) { done = end }
        rest.removeFirst(min(done, rest.count))
        if rest.count > Self.longestInstruction { lose() }
        return table.inserted > before
    }

    /// Carries out the instruction at this place, and returns its end; nil if it is not whole.
    private mutating func instruction(at place: Int) -> Int? {
        var reader = QPACKReader(rest[place...])
        // A damaged instruction hides all behind it.
        defer { if reader.isDamaged { isLost = true } }
        guard let first = reader.first else { return nil }
        switch first {
        case 0x80...:
            let isStatic = first & 0x40 != 0
            guard let index = reader.number(bits: 6), let value = reader.text(bits: 7) else { return nil }
            let name = isStatic ? Self.fixed(index)?.name : table.entry(table.inserted - 1 - index)?.name
            insert(name.map { QPACKField(name: $0, value: value) })
        case 0x40...:
            guard let name = reader.text(bits: 5), let value = reader.text(bits: 7) else { return nil }
            insert(QPACKField(name: name, value: value))
        case 0x20...:
            guard let capacity = reader.number(bits: 5) else { return nil }
            if !table.setCapacity(capacity) { isLost = true }
        default:
            guard let index = reader.number(bits: 5) else { return nil }
            insert(table.entry(table.inserted - 1 - index))
        }
        return reader.place
    }

    private mutating func insert(_ field: QPACKField?) {
        if let field, table.insert(field) { return }
        isLost = true
    }

    // MARK: Sections

    func decode(_ section: ArraySlice<UInt8>) -> Outcome {
        var reader = QPACKReader(section)
        guard let told = reader.number(bits: 8) else { return .damaged }
        // The other end's settings give the prefix its meaning.
        if told > 0, allowedCapacity == nil { return isLost ? .damaged : .blocked }
        guard let required = required(told), let sign = reader.first, let delta = reader.number(bits: 7)
        else { return .damaged }
        if required > 0, isLost { return .damaged }
        if required > table.inserted { return .blocked }
        let base = sign & 0x80 == 0 ? required + delta : required - delta - 1
        guard base >= 0 else { return .damaged }
        var fields = HTTPFields()
        while let first = reader.first {
            guard let field = line(first, &reader, base: base), fields.byteCount < Self.longestSection else {
                return .damaged
            }
            field.name.withUnsafeBytes { name in
                field.value.withUnsafeBytes { fields.append(name: name, value: $0) }
            }
        }
        return .fields(fields)
    }

    /// The number of entries that the section needs (RFC 9204, 4.5.1.1).
    private func required(_ told: Int) -> Int? {
        guard told > 0 else { return 0 }
        let most = (allowedCapacity ?? 0) / 32
        let full = 2 * most
        guard told <= full else { return nil }
        let limit = table.inserted + most
        let wrapped = limit / full * full
        var required = wrapped + told - 1
        if required > limit {
            guard required > full else { return nil }
            required -= full
        }
        return required > 0 ? required : nil
    }

    private func line(_ first: UInt8, _ reader: inout QPACKReader, base: Int) -> QPACKField? {
        switch first {
        case 0x80...:
            let isStatic = first & 0x40 != 0
            guard let index = reader.number(bits: 6) else { return nil }
            return isStatic ? Self.fixed(index) : table.entry(base - 1 - index)
        case 0x40...:
            let isStatic = first & 0x10 != 0
            guard let index = reader.number(bits: 4), let value = reader.text(bits: 7),
                let name = isStatic ? Self.fixed(index)?.name : table.entry(base - 1 - index)?.name
            else { return nil }
            return QPACKField(name: name, value: value)
        case 0x20...:
            guard let name = reader.text(bits: 3), let value = reader.text(bits: 7) else { return nil }
            return QPACKField(name: name, value: value)
        case 0x10...:
            guard let index = reader.number(bits: 4) else { return nil }
            return table.entry(base + index)
        default:
            guard let index = reader.number(bits: 3), let value = reader.text(bits: 7),
                let name = table.entry(base + index)?.name
            else { return nil }
            return QPACKField(name: name, value: value)
        }
    }

    private static func fixed(_ index: Int) -> QPACKField? {
        QPACKStaticTable.fields.indices.contains(index) ? QPACKStaticTable.fields[index] : nil
    }
}
