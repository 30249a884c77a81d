import JSON

/// A `.jsonl` file read back as far as it goes: a file that was cut off loses its last line, one that was edited the lines that
/// are no entries any more.
package struct LogReading<Entry: JSONLineReadable> {
    package private(set) var entries: [Entry] = []
    /// Lines that are no entries.
    package private(set) var left = 0
    /// True where the first line states the format, and it is this version's.
    package private(set) var hasSchema = false
    /// True where there is nothing in it at all.
    package var isEmpty: Bool { entries.isEmpty && left == 0 && !hasSchema }

    package init(_ bytes: [UInt8]) {
        var isFirst = true
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let value = try? JSONValue(parsing: Array(line))
            if isFirst, let schema = value?["schema"]?.text {
                hasSchema = schema == Entry.schema
            } else if let entry = value.flatMap(Entry.init(json:)) {
                entries.append(entry)
            } else {
                left += 1
            }
            isFirst = false
        }
    }
}
