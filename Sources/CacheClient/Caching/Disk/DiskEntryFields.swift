internal import HTTP

/// The header fields of an entry's answer, and of the request that it varies with, as encoded in its file.
///
/// For each of the two: the number of fields (4 bytes), then for each field the lengths of name and value (4
/// bytes each), name, value.
enum DiskEntryFields {
    /// nil if a length does not fit its field.
    static func encoded(_ head: CachedHead) -> [UInt8]? {
        var bytes: [UInt8] = []
        for fields in [head.fields, head.varying] {
            bytes.append(littleEndian: UInt32(fields.count))
            for field in fields {
                guard let name = UInt32(exactly: field.name.utf8.count),
                    let value = UInt32(exactly: field.value.utf8.count)
                else { return nil }
                bytes.append(littleEndian: name)
                bytes.append(littleEndian: value)
                bytes.append(contentsOf: field.name.utf8)
                bytes.append(contentsOf: field.value.utf8)
            }
        }
        return bytes
    }

    /// nil if the bytes are not exactly the output of `encoded`.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> (fields: HTTPFields, varying: HTTPFields)? {
        var rest = bytes
        guard let fields = list(&rest), let varying = list(&rest), rest.isEmpty else { return nil }
        return (fields, varying)
    }

    private static func list(_ rest: inout ArraySlice<UInt8>) -> HTTPFields? {
        guard let count = number(&rest) else { return nil }
        var fields: [HTTPField] = []
        for _ in 0..<count {
            guard let name = number(&rest), let value = number(&rest), rest.count >= name + value else {
                return nil
            }
            fields.append(HTTPField(name: text(&rest, name), value: text(&rest, value)))
        }
        return HTTPFields(fields)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.count >= 4 else { return nil }
        let bytes = rest.prefix(4)
        rest = rest.dropFirst(4)
        return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func text(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> String {
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }
}
