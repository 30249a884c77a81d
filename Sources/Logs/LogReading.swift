import JSON

/// The entries read back from a `.jsonl` file. A truncated file loses its last line; an edited file loses the
/// lines that are no longer entries.
package struct LogReading<Entry: JSONLineReadable> {
    package private(set) var entries: [Entry] = []
    /// Number of lines that are not entries.
    package private(set) var left = 0
    /// True if the first line states this format and this version.
    package private(set) var hasSchema = false
    /// True if the file holds nothing at all.
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
